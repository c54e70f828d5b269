/** Where the coach has room beside the table. */
import { MediaQuery } from 'svelte/reactivity'

export const beside = new MediaQuery('(min-width: 981px)')
