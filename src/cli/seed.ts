import { DEMO_ORGANIZATIONS, type DemoOrganization, type DemoPerson } from "#db/seed/demo";
import { exampleId } from "#http/schemas";
import { AppError } from "#kernel/errors";
import { newId } from "#kernel/ids";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { systemContext } from "#modules/permissions";
import type { Parley } from "../app.ts";
import type { Config } from "../config.ts";
import type { Services } from "../services.ts";
import type { InitOption } from "./installed.ts";
import { type SeededRecording, seedRecording } from "./seed/recording.ts";
import { createSeedIds, type SeedIds } from "./seed/seed-ids.ts";
import { type Visitor, visitAs } from "./seed/visitor.ts";
import { type SeededWorkspace, seedMeeting, seedWorkspaces, type Visitors } from "./seed/workspaces.ts";
import { withParley } from "./services.ts";
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
	readonly workspaces: readonly SeededWorkspace[];
	/** Null where the organization has no recorded meeting. */
	readonly recording: SeededRecording | null;
}

/** Runs `parley seed`. Existing data stay as they are, so it can be run again, also after an interruption. */
export async function seed(config: Config, { json, ...options }: InitOption & { readonly json?: true }): Promise<void> {
	// Nobody owns the demo addresses: without a transport, invitations are returned here instead of being mailed.
	const quiet: Config = { ...config, smtp: undefined };
	// A byte yields more than one character; 96 bytes yield the maximum of 128.
	const password = randomToken(Math.min(Math.max(12, config.passwordMinLength), 96));
	const ids = createSeedIds(newId);
	const work = async (parley: Parley): Promise<SeededOrganization[]> => {
		const seeded: SeededOrganization[] = [];
		for (const demo of DEMO_ORGANIZATIONS)
			seeded.push(await seedOrganization({ parley, ids, config: quiet, password }, demo));
		return seeded;
	};
	const organizations = await withParley(quiet, options, work, { newId: ids.newId });
	const isNew = organizations.some(({ people }) => people.some((person) => person.isNew));
	const shownPassword = isNew ? password : null;
	const loginUrl = `${config.publicUrl.href}/auth/login`;
	if (json) await printJson({ organizations, password: shownPassword, loginUrl });
	else await print(`${organizations.map(paragraphOf).join("\n")}\n${signInHint(shownPassword, loginUrl)}`);
}

/** A run of `parley seed`. */
interface Run {
	readonly parley: Parley;
	readonly ids: SeedIds;
	readonly config: Config;
	/** Password of everybody who is new. */
	readonly password: string;
}

async function seedOrganization(
	{ parley, ids, config, password }: Run,
	demo: DemoOrganization,
): Promise<SeededOrganization> {
	const { services } = parley;
	const context = systemContext("cli:seed");
	const { externalId, orgType, settings, allowedDomains } = demo;
	const { items } = await services.organizations.list({ externalId });
	const request = { name: demo.name, externalId, orgType, settings, allowedDomains: [...allowedDomains] };
	// Only as a whole: what is in another organization is not what the examples name.
	const isExample =
		demo.isExample === true && items.length === 0 && (await isUnused(services, context, exampleId("org")));
	if (isExample) ids.expect("org");
	const { id, name } = items[0] ?? (await services.organizations.create(context, request));
	if (id === undefined || name === undefined) throw new Error("an organization was listed without its id");
	const people: SeededPerson[] = [];
	for (const person of demo.people) {
		if (isExample && person.isExample) ids.expect("usr");
		people.push({ ...person, isNew: await seedPerson(services, context, id, person, password) });
		ids.forget();
	}

	const visitors = rememberVisitors((email) => visitAs(parley, config, { email, orgId: id }));
	if (isExample) ids.expect("wsp");
	const workspaces = await seedWorkspaces(visitors, id, demo);
	const recording = await seedMeetings(services, visitors, { orgId: id, demo, workspaces }, () => {
		if (isExample) ids.expect("mtg", "par", "upl", "rec", "job", "trn", "spk", "seg");
	});
	if (isExample) await seedExamples(await visitors(demo.people[0]?.email ?? ""), ids, { orgId: id, recording });
	ids.forget();
	return { id, name, isNew: items.length === 0, people, workspaces, recording };
}

/** Lets each person in once. */
function rememberVisitors(visit: Visitors): Visitors {
	const known = new Map<string, Promise<Visitor>>();
	return (email) => {
		const visitor = known.get(email) ?? visit(email);
		known.set(email, visitor);
		return visitor;
	};
}

/** Makes the meetings of an organization, each by the manager of its workspace; returns the recorded one. */
async function seedMeetings(
	services: Services,
	visitors: Visitors,
	made: { readonly orgId: string; readonly demo: DemoOrganization; readonly workspaces: readonly SeededWorkspace[] },
	beforeRecording: () => void,
): Promise<SeededRecording | null> {
	const { orgId, demo, workspaces } = made;
	const { meetings, recording } = demo;
	const hostOf = (key: string) =>
		visitors(demo.workspaces.find(({ externalRef }) => externalRef === key)?.manager ?? "");
	const idOf = (key: string) => workspaces.find(({ externalRef }) => externalRef === key)?.id ?? "";
	for (const meeting of meetings)
		await seedMeeting(await hostOf(meeting.workspace), idOf(meeting.workspace), meeting, services.clock.nowMs());
	if (recording === null) return null;
	const at = { orgId, workspaceId: idOf(recording.workspace) };
	beforeRecording();
	return seedRecording(services, await hostOf(recording.workspace), at, recording);
}

/** Whether no organization has this id, or ever had it. */
async function isUnused({ organizations }: Services, context: RequestContext, orgId: string): Promise<boolean> {
	const failure = await organizations.get(context, orgId, undefined).then(
		() => null,
		(error: unknown) => error,
	);
	return failure instanceof AppError && failure.code === "not_found";
}

/** Makes what examples name besides: a key that can do nothing but read, an invitation, an action item. */
async function seedExamples(
	owner: Visitor,
	ids: SeedIds,
	{ orgId, recording }: { readonly orgId: string; readonly recording: SeededRecording | null },
): Promise<void> {
	ids.expect("key", "inv", "act");
	await owner("POST", `/orgs/${orgId}/api-keys`, { name: "Timetable sync", scopes: ["org:read"] });
	await owner("POST", `/orgs/${orgId}/invitations`, { email: "ada@example.edu", role: "teacher" });
	if (recording === null) return;
	await owner("POST", `/meetings/${recording.meetingId}/action-items`, {
		text: "Bring a glass of water and a pencil.",
	});
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

function paragraphOf({ id, name, isNew, people, workspaces, recording }: SeededOrganization): string {
	const width = Math.max(...people.map(({ role }) => role.length));
	// After an interrupted run, the password below only applies to some of the people.
	const isMixed = people.some((person) => person.isNew) && people.some((person) => !person.isNew);
	const noteOn = (person: SeededPerson) => (isMixed && !person.isNew ? " (was there)" : "");
	const lines = people.map((person) => `  ${person.role.padEnd(width)}  ${person.email}${noteOn(person)}\n`);
	const rooms = workspaces.map((workspace) => `  ${workspace.name}, ${workspace.id}\n`);
	const head = `${name}, ${id}${isNew ? "" : ": exists already"}\n`;
	return `${head}${lines.join("")}${rooms.join("")}${recording === null ? "" : sentenceOn(recording)}`;
}

function sentenceOn({ title, meetingId, transcript, transcriptId, command }: SeededRecording): string {
	const meeting = `  “${title}”, ${meetingId}: `;
	if (transcriptId !== null && transcript === "ready") return `${meeting}transcript ${transcriptId}\n`;
	if (command === null) return `${meeting}its transcript is ${transcript}\n`;
	return `${meeting}waits for a speech engine. Run: ${command}; the transcript is then made by the server, or by parley seed\n`;
}

function signInHint(password: string | null, loginUrl: string): string {
	const byToken = "Without a password: parley token --email <address>.\n";
	if (password === null) return `No account was made. ${byToken}`;
	return `The password of everybody new is ${password} (shown only this once).
Sign in: POST ${loginUrl} {"email": …, "password": "${password}"}. ${byToken}`;
}
