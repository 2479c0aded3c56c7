import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

interface Limits {
  firstLoad: number;
  game: number;
}

/** Stops the build when the first load, or a game's own chunk, is heavier than promised (bytes, gzipped). */
export function budget(limits: Limits): Plugin {
  return {
    name: "fourleaf-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const weight = (name: string): number => {
        const part = bundle[name];
        if (part === undefined) return 0;
        return gzipSync(part.type === "chunk" ? part.code : part.source).length;
      };
      const needed = (name: string, seen: Set<string>): Set<string> => {
        const part = bundle[name];
        if (seen.has(name) || part?.type !== "chunk") return seen;
        seen.add(name);
        part.viteMetadata?.importedCss.forEach((css) => seen.add(css));
        part.imports.forEach((other) => needed(other, seen));
        return seen;
      };
      const sum = (names: Iterable<string>): number => [...names].reduce((all, name) => all + weight(name), 0);

      const entry = Object.values(bundle).find((part) => part.type === "chunk" && part.isEntry);
      if (entry === undefined) return;
      const first = needed(entry.fileName, new Set());
      const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
      const total = sum(first) + sum(fonts);
      this.info(`first load ${kilobytes(total)} gzipped, fonts included`);
      if (total > limits.firstLoad) this.error(`the first load may have ${kilobytes(limits.firstLoad)}`);

      for (const part of Object.values(bundle)) {
        if (part.type !== "chunk" || !part.facadeModuleId?.includes("/src/games/")) continue;
        const own = sum([...needed(part.fileName, new Set())].filter((name) => !first.has(name)));
        this.info(`${part.name} ${kilobytes(own)} gzipped`);
        if (own > limits.game) this.error(`a game may have ${kilobytes(limits.game)}`);
      }
    },
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
