/** Names for those who have not chosen one: pleasant in all three languages, and nobody's in particular. */
const NAMES = [
  'Alba', 'Basil', 'Clover', 'Dune', 'Ember', 'Flora', 'Ginger', 'Hazel', 'Indigo', 'Jasmin', 'Kiwi', 'Linden', 'Maple',
  'Nova', 'Olive', 'Pepper', 'Quitte', 'Robin', 'Saffran', 'Tango', 'Umbra', 'Viola', 'Willow', 'Yuzu', 'Zimt',
]

export const proposeName = (): string => NAMES[Math.floor(Math.random() * NAMES.length)] ?? 'Alba'
