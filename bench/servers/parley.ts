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

const ADMIN = { email: "root@parley.example", password: "correct horse battery" };
const OWNER = { email: "owner@school.example", name: "An Owner", password: "a perfectly long password" };
/** Requests are counted as in production, but the limits are never reached. */
const RATE_LIMITS = "read=999999999/60,write=999999999/60,auth-ip=999999999/60,auth-account=999999999/60";

const variables: Record<string, string | undefined> = {
	DATA_DIR: readVariable("DATA_DIR"),
	DATABASE_URL: readVariable("DATABASE_URL"),
	NODE_ENV: "production",
	LOG_LEVEL: readVariable("LOG_LEVEL") ?? "warn",
	RATE_LIMITS,
};
const config = loadConfig((name) => variables[name], Object.keys(variables), false);
const { deps } = await openDeps(config);
// Opened anew because only a benchmark has use for a store without group commit: it is no setting of the program.
await deps.store.close();
const poolSize = Number(readVariable("POOL_SIZE") ?? 10);
const store = await openStore({
	url: config.databaseUrl,
	groupCommit: readVariable("GROUP_COMMIT") !== "off",
	poolSize,
});
const parley = createParley({ ...deps, store });
await parley.services.prepare();
await parley.services.administrators.ensure(ADMIN);
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	fetch: (request, server) => parley.fetch(request, (of) => server.requestIP(of)?.address ?? null),
});
const base = `http://127.0.0.1:${server.port}`;

async function post(path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
	const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
	const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
	const answer = (await response.json()) as Record<string, unknown>;
	if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
	return answer;
}
const signIn = async (who: { email: string; password: string }) =>
	String((await post("/auth/login", { email: who.email, password: who.password })).access_token);

const systemToken = await signIn(ADMIN);
const created = await post(
	"/orgs",
	{ name: "Green Valley High School", orgType: "education", ownerEmail: OWNER.email },
	systemToken,
);
const organization = created.data as { readonly id: string; readonly ownerInvitation: { readonly token: string } };
const { name, password } = OWNER;
await post(`/auth/invitations/${organization.ownerInvitation.token}/accept`, { name, password });
const token = await signIn(OWNER);
const ready = {
	ready: "yes",
	base,
	url: `${base}/orgs/${organization.id}`,
	orgId: organization.id,
	token,
	systemToken,
	email: OWNER.email,
	password: OWNER.password,
};
process.stdout.write(`${JSON.stringify(ready)}\n`);
