// A boardgame.io server with its in-memory store and a trivial game: seats take turns, and each sees a hand of its own.
// The argument of `fill` says how many cards; `play` only counts. Prints the port it listens on.
const { Server } = require('boardgame.io/server')

const hand = (seat, size) =>
  Array.from({ length: size }, (_, k) => ({ text: `R${seat}${k % 10}`, action: `R${seat}${k % 10}` }))

const game = {
  name: 'bench',
  disableUndo: true,
  setup: () => ({ moves: 0, hands: {} }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    fill: ({ G }, size) => {
      for (const seat of '0123') G.hands[seat] = hand(seat, size)
    },
    play: ({ G }) => {
      G.moves += 1
    },
  },
  playerView: ({ G, playerID }) => ({ moves: G.moves, hand: G.hands[playerID] }),
}

const server = Server({ games: [game], origins: [/.*/] })
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`))
