import type { DemoOrganization } from "#db/seed/demo";
import { exampleId } from "#http/schemas";
import { isJsonObject } from "#kernel/json";
import { EXAMPLE_SIGN_IN } from "#modules/identity/sessions";
import { ofLiveMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { Parley } from "../../app.ts";
import type { Config } from "../../config.ts";
import type { SeedIds } from "./seed-ids.ts";
import { type Visitor, visitAs, visitAsStranger, visitSignedIn } from "./visitor.ts";

/** The organization that the examples of the OpenAPI document name, as far as it is made. */
export interface ExampleOrganization {
	readonly orgId: string;
	readonly demo: DemoOrganization;
	readonly workspaceId: string;
	/** The meeting that was recorded. */
	readonly meetingId: string;
	/** The password of its people, all of whom are new. */
	readonly password: string;
}

/** A seeding of what the examples name besides. */
interface Run {
	readonly parley: Parley;
	readonly config: Config;
	readonly ids: SeedIds;
}

/** Makes what the examples of the OpenAPI document name besides people, workspaces and recorded meetings. */
export async function seedExamples(run: Run, made: ExampleOrganization): Promise<void> {
	const { ids } = run;
	const { orgId, meetingId, password } = made;
	ids.expect(exampleId("ses"));
	const owner = await visitSignedIn(run.parley, run.config, { email: EXAMPLE_SIGN_IN.email, password });
	await owner("POST", "/auth/profile/calendar-feed", {});
	ids.expect(exampleId("key"), exampleId("aud"), exampleId("inv"), exampleId("act"), exampleId("upl"));
	// A key that can do nothing but read.
	await owner("POST", `/orgs/${orgId}/api-keys`, { name: "Timetable sync", scopes: ["org:read"] });
	await owner("POST", `/orgs/${orgId}/invitations`, { email: "ada@greenvalley.example", role: "teacher" });
	await owner("POST", `/meetings/${meetingId}/action-items`, { text: "Bring a glass of water and a pencil." });
	const unsent = { filename: "lesson-3.webm", contentType: "video/webm", size: 7_340_032, language: "en" };
	await owner("POST", "/meetings/upload/init", { meetingId, ...unsent });
	ids.expect(exampleId("hld"));
	// Of a year without meetings: it must not preserve anything that somebody wants to delete.
	const year = { from: "2020-01-01T00:00:00.000Z", to: "2021-01-01T00:00:00.000Z" };
	await owner("POST", `/orgs/${orgId}/legal-holds`, { name: "Demo: a dispute over a mark", ...year });
	await seedWebhook(ids, orgId, owner);
	const consent = { grantedBy: "Chidi Okafor, father", grantedOn: "2025-09-01", note: "Demo: filed in the office" };
	await owner("PUT", `/orgs/${orgId}/members/${exampleId("usr")}/guardian-consent`, consent);
	ids.expect(exampleId("ast"));
	const siem = { name: "Demo: security operations", type: "syslog", host: "syslog.example.com", port: 6514 };
	await owner("POST", `/orgs/${orgId}/audit-streams`, siem);
	// No such server exists.
	await owner("PATCH", `/orgs/${orgId}/audit-streams/${exampleId("ast")}`, { enabled: false });
	ids.expect(exampleId("run"));
	await owner("POST", `/orgs/${orgId}/retention/run`, { dryRun: true });
	await run.parley.services.jobs.runDue("retention.count");
	await seedErasure(run, made, owner);
	ids.expect(exampleId("xpt"));
	await owner("POST", `/orgs/${orgId}/privacy/exports`, { subject: { userId: exampleId("usr") } });
	ids.expect(exampleId("ser"));
	await owner("POST", `/workspaces/${made.workspaceId}/series`, {
		title: "Optics",
		description: "Demo: a lesson on Mondays and Wednesdays. Guests join each by one code.",
		rule: "FREQ=WEEKLY;BYDAY=MO,WE",
		startsAt: "2030-01-07T09:30:00",
		timezone: "America/New_York",
		access: "link",
		joinCode: "shared",
	});
	await seedLiveMeeting(run, made, owner);
	await seedOthers(run, owner);
	await seedClosedOrganizations(run, made);
	ids.forget();
}

/** Creates what else paths of the API document name, from the examples of the operations that post to the paths before. */
async function seedOthers({ parley, ids }: Run, owner: Visitor): Promise<void> {
	const { paths } = await parley.document();
	for (const [path, item] of Object.entries(paths)) {
		const [operation] = Object.values(item);
		const [, before = "", name] = /^(\/orgs\/.*|\/meetings\/.*)\/\{(\w+)\}$/.exec(path) ?? [];
		const post = paths[before]?.post;
		const examples = new Map(
			operation?.parameters.flatMap((each) => ("name" in each ? [[each.name, String(each.example)]] : [])),
		);
		const id = examples.get(name ?? "");
		// What needs a provider is left out.
		const needsProvider = post !== undefined && "501" in post.responses;
		const example = post?.requestBody?.content["application/json"]?.example;
		if (id === undefined || !isJsonObject(example) || needsProvider || ids.isTaken(id) || !id.includes("_")) continue;
		ids.expect(id);
		const concrete = before.replace(/\{(\w+)\}/g, (_, parameter: string) => examples.get(parameter) ?? "");
		// Something else than the example says, which can still be executed.
		const words = ["name", "title", "text"].find((member) => member in example);
		await owner("POST", concrete, { ...example, ...(words && { [words]: `Demo: ${example[words]}` }) });
	}
}

/** Registers a webhook at a name that nobody can have, and requests a test of it. */
async function seedWebhook(ids: SeedIds, orgId: string, owner: Visitor): Promise<void> {
	ids.expect(exampleId("whk"));
	const url = "https://hooks.greenvalley.example/parley";
	const eventTypes = ["org.deletion_scheduled"];
	const { data } = await owner("POST", `/orgs/${orgId}/webhooks`, {
		url,
		eventTypes,
		description: "Demo: student records",
	});
	ids.expect(exampleId("dlv"));
	await owner("POST", `/orgs/${orgId}/webhooks/${(data as { readonly id: string }).id}/test`, {});
}

/** Erases somebody who has left the school. */
async function seedErasure({ parley, ids }: Run, { orgId, demo }: ExampleOrganization, owner: Visitor): Promise<void> {
	const email = demo.people.find(({ erased }) => erased)?.email;
	if (email === undefined) throw new Error("no person to erase was found");
	const { items } = await parley.services.members.list(systemContext("cli:seed"), orgId, { q: email });
	ids.expect(exampleId("ers"));
	await owner("POST", `/orgs/${orgId}/privacy/erasures`, { userId: items[0]?.userId, confirm: email });
}

/** Starts a meeting that the owner takes part in, with a guest in its lobby. */
async function seedLiveMeeting({ parley, config, ids }: Run, made: ExampleOrganization, owner: Visitor): Promise<void> {
	const { demo, workspaceId, password } = made;
	// Consent is given by people who signed in themselves.
	const host = await visitSignedIn(parley, config, { email: demo.workspaces[0]?.manager ?? "", password });
	const { meetingId } = ofLiveMeeting;
	ids.expect(meetingId);
	await host("POST", `/workspaces/${workspaceId}/meetings`, {
		title: "Questions about refraction",
		description: "Demo: a live meeting. Grace Hopper waits in the lobby.",
		access: "link",
		lobby: true,
	});
	const join = async (visit: Visitor) => {
		const { data } = await visit("POST", `/meetings/${meetingId}/join`, {});
		const consent = `/meetings/${meetingId}/participants/${(data as { readonly id: string }).id}/consent`;
		for (const kind of ["recording", "transcription"]) await visit("PUT", consent, { kind, decision: "granted" });
	};
	await join(host);
	ids.expect(exampleId("par"));
	await join(owner);
	ids.expect(exampleId("par", 2), exampleId("msg"));
	const { data } = await host("POST", `/meetings/${meetingId}/join-code`, {});
	const { code } = data as { readonly code: string };
	await visitAsStranger(parley, config)("POST", "/meetings/join", { code, name: "Grace Hopper" });
	await host("POST", `/meetings/${meetingId}/chat`, { text: "The exercise is on page 41." });
	await host("POST", `/meetings/${meetingId}/caption-address`, {});
	await host("POST", `/meetings/${meetingId}/caption-link`, {});
	ids.forget();
}

/** Makes two further schools of the owner, of which one is suspended, and the other to be deleted. */
async function seedClosedOrganizations({ parley, config, ids }: Run, { orgId, demo }: ExampleOrganization) {
	const { organizations, members } = parley.services;
	const context = systemContext("cli:seed");
	const { items } = await members.list(context, orgId, { q: EXAMPLE_SIGN_IN.email });
	const userId = items.find(({ email }) => email === EXAMPLE_SIGN_IN.email)?.userId;
	if (userId === undefined) throw new Error("the owner is no member");
	const make = async (number: number, name: string, externalId: string) => {
		ids.expect(exampleId("org", number));
		const { orgType } = demo;
		const { id } = await organizations.create(context, { name, externalId, orgType });
		await members.add(context, id, { userId, role: "owner" });
		return { id, owner: await visitAs(parley, config, { email: EXAMPLE_SIGN_IN.email, orgId: id }) };
	};
	const summer = await make(2, "Green Valley Summer School", "demo-summer-school");
	await summer.owner("POST", `/orgs/${summer.id}/suspend`, {
		reasonCode: "owner_request",
		reason: "Closed until June",
	});
	const evening = await make(3, "Green Valley Evening School", "demo-evening-school");
	await evening.owner("DELETE", `/orgs/${evening.id}`);
}
