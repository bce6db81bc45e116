/// <reference types="svelte" />
/// <reference types="vite/client" />

// The rules pages; plugins/rules.ts makes them.
declare module "$rules/*.md" {
  const rules: import("../plugins/rules").Rules;
  export default rules;
}
