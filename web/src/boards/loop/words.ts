/** What the board of Loop says beyond the words of the game. */
import { fill, speech, type Lang, type Values } from '../../words/i18n.svelte'

const WORDS = {
  en: {
    roundOf: 'Round {round} of {rounds}',
    boards: 'Boards',
    boardsHelp: 'Columns are rounds, rows are places.',
    asideTwo: 'Set {low} and {high} aside',
    asideMore: 'Choose two cards',
    play: 'Play',
    suggested: 'Or',
    lead: '{name} leads',
    single: 'single card',
    set: '{n} equal cards',
    run: 'run of {n}',
    cards: '{n} cards',
    pawnAt: '{name} on row {row} in round {round}',
  },
  fr: {
    roundOf: 'Manche {round} sur {rounds}',
    boards: 'Plateaux',
    boardsHelp: 'Une colonne par manche, une ligne par place.',
    asideTwo: 'Mettre {low} et {high} de côté',
    asideMore: 'Choisis deux cartes',
    play: 'Jouer',
    suggested: 'Ou',
    lead: '{name} entame',
    single: 'carte seule',
    set: '{n} cartes égales',
    run: 'suite de {n}',
    cards: '{n} cartes',
    pawnAt: '{name} à la ligne {row} dans la manche {round}',
  },
  de: {
    roundOf: 'Runde {round} von {rounds}',
    boards: 'Tafeln',
    boardsHelp: 'Eine Spalte je Runde, eine Zeile je Platz.',
    asideTwo: '{low} und {high} beiseitelegen',
    asideMore: 'Wähle zwei Karten',
    play: 'Spielen',
    suggested: 'Oder',
    lead: '{name} spielt aus',
    single: 'Einzelkarte',
    set: '{n} gleiche Karten',
    run: 'Folge von {n}',
    cards: '{n} Karten',
    pawnAt: '{name} auf Zeile {row} in Runde {round}',
  },
} satisfies Record<Lang, Record<string, string>>

export const say = (key: keyof typeof WORDS.en, values: Values = {}): string => fill(WORDS[speech.lang][key], values)
