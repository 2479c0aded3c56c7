// Rules that find faults which neither the types nor the formatter see; each is here for a reason, none for taste.

import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["src/wire/", "screenshots/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  ...svelte.configs.base,
  {
    files: ["**/*.ts", "**/*.svelte"],
    plugins: { ts: ts.plugin },
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      // A promise that nobody waits for hides its failure, and one where a value is meant is always true.
      "ts/no-floating-promises": "error",
      "ts/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "ts/await-thenable": "error",
      "ts/only-throw-error": "error",
      "ts/prefer-promise-reject-errors": "error",
      // What is compared, added up or written out is what it looks like.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "ts/no-base-to-string": "error",
      "ts/no-unnecessary-boolean-literal-compare": "error",
      "ts/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "ts/unbound-method": "error",
      "no-self-compare": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-var": "error",
      "prefer-const": "error",
      // The policy of the page forbids it at run time.
      "no-eval": "error",
      "ts/no-implied-eval": "error",
      "no-console": "error",
    },
  },
  { files: ["**/*.ts"], languageOptions: { parser: ts.parser } },
  {
    files: ["**/*.svelte"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Markup from strings, and a DOM that is changed behind Svelte's back.
      "svelte/no-at-html-tags": "error",
      "svelte/no-dom-manipulating": "error",
      "svelte/no-raw-special-elements": "error",
      "svelte/no-target-blank": "error",
      // Lists that mix up their members, and state that runs after itself.
      "svelte/valid-each-key": "error",
      "svelte/infinite-reactive-loop": "error",
      "svelte/no-store-async": "error",
      "svelte/no-object-in-text-mustaches": "error",
      "svelte/no-dupe-else-if-blocks": "error",
      "svelte/no-dupe-style-properties": "error",
      "svelte/no-dupe-use-directives": "error",
      "svelte/no-unknown-style-directive-property": "error",
      // What is written and does nothing.
      "svelte/no-unused-props": "error",
      "svelte/no-unused-svelte-ignore": "error",
      "svelte/no-useless-children-snippet": "error",
      "svelte/no-not-function-handler": "error",
      "svelte/prefer-const": ["error", { destructuring: "all" }],
      "prefer-const": "off",
    },
  },
);
