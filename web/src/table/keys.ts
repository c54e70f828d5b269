/** The keys of a table, in the order in which they are told; those without a sign have a word of their own in each language. */
export const KEYS = [
  { key: '', name: 'arrows' },
  { key: 'Enter', name: 'enter' },
  { key: '1 – 9', name: 'digits' },
  { key: '', name: 'space' },
  { key: 'Esc', name: 'escape' },
  { key: 'H', name: 'hint' },
  { key: 'S', name: 'sort' },
  { key: 'L', name: 'tricks' },
  { key: 'R', name: 'rules' },
  { key: 'T', name: 'talk' },
  { key: 'M', name: 'menu' },
  { key: '?', name: 'help' },
] as const

/** Those of a replay. */
export const REPLAY_KEYS = [
  { key: '← →', name: 'step' },
  { key: '↑ ↓', name: 'trick' },
  { key: 'Home End', name: 'ends' },
  { key: ' ', name: 'run' },
  { key: 'T', name: 'list' },
  { key: '?', name: 'help' },
] as const
