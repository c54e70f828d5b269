/** Everything that is drawn for this game only: it comes as one file. */
export { default as Board } from './Board.svelte'
export { default as Scene } from './Scene.svelte'
export * as face from './face'

/** The three objectives are evaluated one after the other, before the points are told. */
export { EVALUATION as endPause } from './schrecklicht'
