/**
 * The real program with a mail transport (SMTP_URL), its workers running and 20 people who have confirmed accounts:
 * `person0@known.example` and so on. Without rate limits, because it is asked the same again and again.
 */
import { readVariable } from "#kernel/env";
import { createAdministrator } from "#modules/auth";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";

const PEOPLE = 20;

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
	await createAdministrator(parley.services, {
		email: `person${n}@known.example`,
		password: "a perfectly long password",
	});
parley.services.start();
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	fetch: (request, server) => parley.fetch(request, (of) => server.requestIP(of)?.address ?? null),
});
process.stdout.write(
	`${JSON.stringify({ ready: "yes", base: `http://127.0.0.1:${server.port}`, people: String(PEOPLE) })}\n`,
);
