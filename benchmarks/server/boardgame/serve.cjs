// boardgame.io's own server with a game of 4 KB of state, in memory or in files: node serve.cjs [FOLDER]
const { Server, FlatFile } = require("boardgame.io/server");

// Three digits and a comma each: 4 KB as JSON.
const CELLS = 1024;

const meadow = {
  name: "meadow",
  setup: () => ({ cells: Array.from({ length: CELLS }, (_, cell) => 100 + (cell % 900)) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    plant: ({ G }, cell) => {
      G.cells[cell] = 100 + ((G.cells[cell] + 1) % 900);
    },
  },
};

const folder = process.argv[2];
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [meadow], db, origins: [] })
  // The lobby on a port of its own: on the same one, today's Koa no longer sees what is put up after the sockets.
  .run({ port: 0, lobbyConfig: { apiPort: "0" } })
  .then(({ appServer, apiServer }) => console.log(`listening: ${appServer.address().port} ${apiServer.address().port}`));
