import { defineConfig } from "drizzle-kit";
import { dialect } from "./db/dialect.ts";

/** For `bun run generate` only: the program applies migrations by itself. */
export default defineConfig({
	dialect: dialect === "postgres" ? "postgresql" : "sqlite",
	schema: "./db/schema/index.ts",
	out: `./db/migrations/${dialect}`,
	casing: "snake_case",
});
