import { DEMO_ORGANIZATIONS, type DemoOrganization, type DemoPerson } from "#db/seed/demo";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { systemContext } from "#modules/permissions";
import type { Config } from "../config.ts";
import type { Services } from "../services.ts";
import { withServices } from "./services.ts";
import { print, printJson } from "./terminal.ts";

interface SeededPerson extends DemoPerson {
	/** Whether the person was created; false for one who existed before. */
	readonly isNew: boolean;
}

interface SeededOrganization {
	readonly id: string;
	readonly name: string;
	readonly isNew: boolean;
	readonly people: readonly SeededPerson[];
}

/** Runs `parley seed`. Existing data stay as they are, so it can be run again, also after an interruption. */
export async function seed(config: Config, { json }: { readonly json?: true }): Promise<void> {
	// Nobody owns the demo addresses: without a transport, invitations are returned here instead of being mailed.
	const quiet: Config = { ...config, smtp: undefined };
	// A byte yields more than one character; 96 bytes yield the maximum of 128.
	const password = randomToken(Math.min(Math.max(12, config.passwordMinLength), 96));
	const organizations = await withServices(quiet, async (services) => {
		const seeded: SeededOrganization[] = [];
		for (const demo of DEMO_ORGANIZATIONS) seeded.push(await seedOrganization(services, demo, password));
		return seeded;
	});
	const isNew = organizations.some(({ people }) => people.some((person) => person.isNew));
	const shownPassword = isNew ? password : null;
	const loginUrl = `${config.publicUrl.href}/auth/login`;
	if (json) await printJson({ organizations, password: shownPassword, loginUrl });
	else await print(`${organizations.map(paragraphOf).join("\n")}\n${signInHint(shownPassword, loginUrl)}`);
}

async function seedOrganization(
	services: Services,
	{ externalId, people, ...demo }: DemoOrganization,
	password: string,
): Promise<SeededOrganization> {
	const context = systemContext("cli:seed");
	const { items } = await services.organizations.list({ externalId });
	const request = { ...demo, externalId, allowedDomains: [...demo.allowedDomains] };
	const { id, name } = items[0] ?? (await services.organizations.create(context, request));
	if (id === undefined || name === undefined) throw new Error("an organization was listed without its id");
	const seeded: SeededPerson[] = [];
	for (const person of people) {
		seeded.push({ ...person, isNew: await seedPerson(services, context, id, person, password) });
	}
	return { id, name, isNew: items.length === 0, people: seeded };
}

/** Makes a person a member, with an account if they have none. Returns false when they were a member already. */
async function seedPerson(
	{ members, invitations }: Services,
	context: RequestContext,
	orgId: string,
	{ name, email, role }: DemoPerson,
	password: string,
): Promise<boolean> {
	const { items } = await members.list(context, orgId, { q: email });
	if (items.some((member) => member.email === email)) return false;
	const added = await members.add(context, orgId, { email, role });
	if (!("invitation" in added)) return true;
	const { token } = added.invitation;
	if (token === undefined) throw new Error("the invitation went out by mail");
	await invitations.accept(context, token, { name, password });
	return true;
}

function paragraphOf({ id, name, isNew, people }: SeededOrganization): string {
	const width = Math.max(...people.map(({ role }) => role.length));
	// After an interrupted run, the password below only applies to some of the people.
	const isMixed = people.some((person) => person.isNew) && people.some((person) => !person.isNew);
	const noteOn = (person: SeededPerson) => (isMixed && !person.isNew ? " (was there)" : "");
	const lines = people.map((person) => `  ${person.role.padEnd(width)}  ${person.email}${noteOn(person)}\n`);
	return `${name}, ${id}${isNew ? "" : ": exists already"}\n${lines.join("")}`;
}

function signInHint(password: string | null, loginUrl: string): string {
	const byToken = "Without a password: parley token --email <address>.\n";
	if (password === null) return `Nothing was made. ${byToken}`;
	return `The password of everybody new is ${password} (shown only this once).
Sign in: POST ${loginUrl} {"email": …, "password": "${password}"}. ${byToken}`;
}
