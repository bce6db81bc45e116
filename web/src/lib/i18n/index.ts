export * from "./words.svelte";
