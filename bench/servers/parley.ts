/**
 * Runs the real program on the data folder DATA_DIR, or on the database DATABASE_URL, with one organization and its owner. Prints its URL and a token of
 * the owner (`token`) and of the system administrator (`systemToken`). GROUP_COMMIT=off turns it into the baseline of
 * `bench org-create`: the same program with one transaction and one disk sync for each request.
 */
import { openStore } from "#db/store";
import { readVariable } from "#kernel/env";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";
import { createOrganization } from "../support/organization.ts";
import { ADMIN, RATE_LIMITS } from "../support/program.ts";

const variables: Record<string, string | undefined> = {
	DATA_DIR: readVariable("DATA_DIR"),
	DATABASE_URL: readVariable("DATABASE_URL"),
	DATABASE_POOL_SIZE: readVariable("DATABASE_POOL_SIZE"),
	NODE_ENV: "production",
	LOG_LEVEL: readVariable("LOG_LEVEL") ?? "warn",
	RATE_LIMITS,
};
const config = loadConfig((name) => variables[name], Object.keys(variables), false);
const { deps } = await openDeps(config);
// Opened anew because only a benchmark has use for a store without group commit: it is no setting of the program.
await deps.store.close();
const store = await openStore({
	url: config.databaseUrl,
	groupCommit: readVariable("GROUP_COMMIT") !== "off",
	poolSize: config.databasePoolSize,
});
const parley = createParley({ ...deps, store });
await parley.services.prepare();
await parley.services.administrators.ensure(ADMIN);
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	fetch: (request, server) => parley.fetch(request, (of) => server.requestIP(of)?.address ?? null),
});
const ready = await createOrganization(`http://127.0.0.1:${server.port}`);
process.stdout.write(`${JSON.stringify({ ready: "yes", ...ready })}\n`);
