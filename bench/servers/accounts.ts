/**
 * Runs the real program with a mail transport (SMTP_URL), its workers running and people with confirmed accounts,
 * `person0@known.example` and so on: enough that none is used twice. Also prints how to invite into an organization.
 */
import { readVariable } from "#kernel/env";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";

const PEOPLE = 300;
const PASSWORD = "a perfectly long password";

const variables: Record<string, string | undefined> = {
	DATA_DIR: readVariable("DATA_DIR"),
	SMTP_URL: readVariable("SMTP_URL"),
	MAIL_FROM: "parley@known.example",
	NODE_ENV: "production",
	LOG_LEVEL: "warn",
	RATE_LIMITS: "off",
};
const config = loadConfig((name) => variables[name], Object.keys(variables), false);
const { deps } = await openDeps(config);
const parley = createParley(deps);
await parley.services.prepare();
for (let n = 0; n < PEOPLE; n++)
	await parley.services.administrators.create({
		email: `person${n}@known.example`,
		password: PASSWORD,
	});
parley.services.start();
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	fetch: (request, server) => parley.fetch(request, (of) => server.requestIP(of)?.address ?? null),
});
const base = `http://127.0.0.1:${server.port}`;

async function post<T>(path: string, body: unknown, token?: string): Promise<T> {
	const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
	const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
	if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
	return (await response.json()) as T;
}

const credentials = { email: "person0@known.example", password: PASSWORD };
const { access_token: token } = await post<{ access_token: string }>("/auth/login", credentials);
const school = { name: "Green Valley High School", orgType: "education" };
const { data } = await post<{ data: { id: string } }>("/orgs", school, token);
process.stdout.write(`${JSON.stringify({ ready: "yes", base, token, orgId: data.id })}\n`);
