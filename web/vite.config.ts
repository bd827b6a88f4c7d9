import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The pages travel inside the Python package; `grognard serve` serves them beside the API.
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/grognard/server/pages", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
