import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#src/config";
import { startServer } from "#src/serve";
import { createTestDatabase } from "./database.ts";
import type { TestResponse } from "./harness.ts";

/** Result of an operation. */
export type OperationResult = Pick<TestResponse, "status" | "body">;

/** A newly installed server on this machine, for tests that need a browser. */
export interface Installation {
	/** Its origin, without the prefix of `PUBLIC_URL`. */
	readonly url: string;
	/** Stops it, and starts it again on its data. @param meanwhile runs while it is gone */
	restart(meanwhile?: () => Promise<void>): Promise<void>;
	/** Stops it and removes its data. */
	close(): Promise<void>;
}

/** Administrator of an installation. */
export const FIRST_ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** Installs and starts a server with these variables, on an empty temporary database. */
export async function install(more: Readonly<Record<string, string>> = {}): Promise<Installation> {
	const folder = mkdtempSync(join(tmpdir(), "parley-installation-"));
	const database = await createTestDatabase("empty");
	const variables: Record<string, string> = {
		PORT: "0",
		DATA_DIR: folder,
		DATABASE_URL: database.url.replace(/^file:/, "sqlite:"),
		LOG_LEVEL: "error",
		RATE_LIMITS: "off",
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
		...more,
	};
	const start = () => startServer(loadConfig((name) => variables[name], Object.keys(variables), false));
	let server = await start();
	return {
		url: server.url,
		async restart(meanwhile) {
			await server.stop();
			await meanwhile?.();
			server = await start();
		},
		async close() {
			await server.stop();
			await database.drop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
