import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { budget } from "./budget.ts";

export default defineConfig({
  plugins: [svelte(), svelteTesting({ autoCleanup: false }), budget({ firstLoad: 150_000, game: 80_000 })],
  build: {
    outDir: "../src/fourleaf/server/client",
    emptyOutDir: true,
    // The content security policy has no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true } } },
  test: {
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "https://fourleaf.example/" } },
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/browser.ts"],
    // A busy machine fails no test: whoever waits for what never comes waits a little longer.
    testTimeout: 60_000,
  },
});
