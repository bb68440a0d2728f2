import { DEMO_ORGANIZATIONS, type DemoOrganization, type DemoPerson } from "#db/seed/demo";
import { exampleId } from "#http/schemas";
import { AppError } from "#kernel/errors";
import { newId } from "#kernel/ids";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { EXAMPLE_SIGN_IN } from "#modules/identity/sessions";
import { ofScheduledMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { Parley } from "../app.ts";
import { allowsExamplePassword } from "../config/passwords.ts";
import type { Config } from "../config.ts";
import type { Services } from "../services.ts";
import type { InitOption } from "./installed.ts";
import { seedExamples } from "./seed/examples.ts";
import { type SeededRecording, seedRecording } from "./seed/recording.ts";
import { createSeedIds, type Examples, examplesOf, type SeedIds } from "./seed/seed-ids.ts";
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
	const isPublished = allowsExamplePassword(config);
	// A byte yields more than one character; 96 bytes yield the maximum of 128.
	const randomPassword = () => randomToken(Math.min(Math.max(12, config.passwordMinLength), 96));
	const password = isPublished ? EXAMPLE_SIGN_IN.password : randomPassword();
	const ids = createSeedIds(newId);
	const work = async (parley: Parley): Promise<SeededOrganization[]> => {
		const seeded: SeededOrganization[] = [];
		for (const demo of DEMO_ORGANIZATIONS)
			seeded.push(await seedOrganization({ parley, ids, config: quiet, password }, demo));
		// What was said in the demo is found at once, whether or not a server runs.
		await parley.services.transcriptIndexer.indexDue();
		return seeded;
	};
	const organizations = await withParley(quiet, options, work, { newId: ids.newId });
	const isNew = organizations.some(({ people }) => people.some((person) => person.isNew));
	const shownPassword = isNew ? password : null;
	const loginUrl = `${config.publicUrl.href}/auth/login`;
	if (json) await printJson({ organizations, password: shownPassword, loginUrl });
	else
		await print(
			`${organizations.map(paragraphOf).join("\n")}\n${signInHint(shownPassword, loginUrl, { isPublished, signInUrl: `${config.publicUrl.href}/` })}`,
		);
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
	if (isExample) ids.expect(exampleId("org"));
	const { id, name } = items[0] ?? (await services.organizations.create(context, request));
	if (id === undefined || name === undefined) throw new Error("an organization was listed without its id");
	const people: SeededPerson[] = [];
	for (const person of demo.people) {
		if (person.erased && !isExample) continue;
		if (isExample && person.example !== undefined) ids.expect(exampleId("usr", person.example));
		const isNew = await seedPerson(services, context, id, person, password);
		if (!person.erased) people.push({ ...person, isNew });
		ids.forget();
	}

	const visitors = rememberVisitors((email) => visitAs(parley, config, { email, orgId: id }));
	const examples = examplesOf(ids, isExample);
	const workspaces = await seedWorkspaces(visitors, id, demo, examples);
	const recording = await seedMeetings(services, visitors, { orgId: id, demo, workspaces }, examples);
	const [workspace] = workspaces;
	if (isExample && workspace && recording && people.every((person) => person.isNew)) {
		const made = { orgId: id, demo, workspaceId: workspace.id, meetingId: recording.meetingId, password };
		await seedExamples({ parley, config, ids }, made);
	}
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
	examples: Examples,
): Promise<SeededRecording | null> {
	const { orgId, demo, workspaces } = made;
	const { meetings, recording } = demo;
	const hostOf = (key: string) =>
		visitors(demo.workspaces.find(({ externalRef }) => externalRef === key)?.manager ?? "");
	const idOf = (key: string) => workspaces.find(({ externalRef }) => externalRef === key)?.id ?? "";
	examples.expectIds(ofScheduledMeeting.meetingId);
	for (const meeting of meetings)
		await seedMeeting(await hostOf(meeting.workspace), idOf(meeting.workspace), meeting, services.clock.nowMs());
	examples.forget();
	if (recording === null) return null;
	const at = { orgId, workspaceId: idOf(recording.workspace) };
	return seedRecording(services, await hostOf(recording.workspace), at, recording, examples);
}

/** Whether no organization has this id, or ever had it. */
async function isUnused({ organizations }: Services, context: RequestContext, orgId: string): Promise<boolean> {
	const failure = await organizations.get(context, orgId, undefined).then(
		() => null,
		(error: unknown) => error,
	);
	return failure instanceof AppError && failure.code === "not_found";
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
	const noteOn = (person: SeededPerson) => (isMixed && !person.isNew ? " (already existed)" : "");
	const lines = people.map((person) => `  ${person.role.padEnd(width)}  ${person.email}${noteOn(person)}\n`);
	const rooms = workspaces.map((workspace) => `  ${workspace.name}, ${workspace.id}\n`);
	const head = `${name}, ${id}${isNew ? "" : ": already exists"}\n`;
	return `${head}${lines.join("")}${rooms.join("")}${recording === null ? "" : sentenceOn(recording)}`;
}

function sentenceOn({ title, meetingId, transcript, transcriptId, command }: SeededRecording): string {
	const meeting = `  “${title}”, ${meetingId}: `;
	const engineless =
		command === null ? "" : `, its script; to have the recording transcribed, run: ${command}, and parley seed again`;
	if (transcriptId !== null && transcript === "ready") return `${meeting}transcript ${transcriptId}${engineless}\n`;
	return `${meeting}its transcription is ${transcript}\n`;
}

function signInHint(
	password: string | null,
	loginUrl: string,
	{ isPublished, signInUrl }: { readonly isPublished: boolean; readonly signInUrl: string },
): string {
	const byToken = "Without a password: parley token --email <address>.\n";
	if (password === null) return `No account was created. ${byToken}`;
	const note = isPublished
		? "that of the examples in Swagger UI; it is refused as soon as HOST or PUBLIC_URL lets others reach the service"
		: "shown only this once";
	return `The password of all new accounts is ${password} (${note}).
Sign in: ${signInUrl}, or POST ${loginUrl} {"email": …, "password": "${password}"}. ${byToken}`;
}
