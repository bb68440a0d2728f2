import { defineConfig } from "drizzle-kit";
import { dialect } from "./db/dialect.ts";

/** For `bun run generate` only: the program applies migrations by itself. */
// biome-ignore lint/style/noDefaultExport: drizzle-kit reads the default export.
export default defineConfig({
	dialect: dialect === "postgres" ? "postgresql" : "sqlite",
	schema: "./db/schema/index.ts",
	out: `./db/migrations/${dialect}`,
	casing: "snake_case",
});
