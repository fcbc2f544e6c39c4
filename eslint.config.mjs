import js from "@eslint/js"
import globals from "globals"

export default [
  js.configs.recommended,
  { files: ["website/browser/**"], languageOptions: { globals: { ...globals.browser, lunr: "readonly" } } },
  {
    files: ["website/browser/engine-worker.js", "website/browser/search.js"],
    languageOptions: { globals: { ...globals.worker } },
  },
  {
    files: ["website/build/*.mjs", "tests/**/*.mjs"],
    languageOptions: { globals: { ...globals.nodeBuiltin } },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-promise-executor-return": "off",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "prefer-const": "error",
      "require-atomic-updates": "off",
      "array-callback-return": "error",
      "no-constructor-return": "error",
      "no-duplicate-imports": ["error", { includeExports: false }],
      "no-throw-literal": "error",
    },
  },
]
