import { beforeEach, expect, test } from "bun:test";
import { listAll, openFeed } from "#tests/support/event-feed";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness({ isServed: true });

/** Asks for events, and returns the response. */
const feed = (by: SignedIn, query = "", orgId = by.orgId) =>
	api.request("GET", `/orgs/${orgId}/events?${query}`, { token: by.token });

/** Creates workspaces, one event each. */
async function addWorkspaces(owner: SignedIn, count: number): Promise<void> {
	for (let n = 0; n < count; n++) {
		const body = { name: `Class ${n}`, kind: "class" };
		const made = await api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body });
		if (made.status !== 201) throw new Error(made.text);
	}
}

let owner: SignedIn;
let head: number;
beforeEach(async () => {
	owner = await api.createOrganization();
	await addWorkspaces(owner, 5);
	head = (await feed(owner)).body.data.at(-1).sequence;
});

test("Events are listed in the order of their numbers, without gaps, each as a webhook has it", async () => {
	const { status, body } = await feed(owner);

	expect(status).toBe(200);
	expect(body.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
		Array.from({ length: head }, (_each, at) => at + 1),
	);
	expect(body.data.at(-1)).toEqual({
		id: expect.stringMatching(/^evt_/),
		type: "workspace.created",
		apiVersion: "2026-11-01",
		timestamp: expect.any(String),
		orgId: owner.orgId,
		sequence: head,
		requestId: expect.any(String),
		actor: { type: "user", id: owner.userId },
		data: { object: expect.objectContaining({ name: "Class 4" }) },
	});
});

test("A page continues where the last one ended, and after a sequence", async () => {
	const first = await feed(owner, "limit=2");
	const second = await feed(owner, `limit=2&cursor=${first.body.page.nextCursor}`);
	const after = await feed(owner, `afterSequence=${head - 1}`);
	const end = await feed(owner, `afterSequence=${head}`);

	const of = ({ body }: typeof first) => body.data.map(({ sequence }: { sequence: number }) => sequence);
	expect([of(first), of(second), of(after), of(end)]).toEqual([[1, 2], [3, 4], [head], []]);
	expect(end.body.page).toEqual({ limit: 50, nextCursor: null, hasMore: false });
});

test("Types are exact, or all that begin with a word; one that no event has is refused", async () => {
	const exact = await feed(owner, "types=workspace.created");
	const prefix = await feed(owner, "types=org.*");
	const several = await feed(owner, "types=org.created,workspace.*&limit=200");
	const wrong = await Promise.all(
		["meeting", "mee.*", "workspace.create", "", "*.created"].map((types) => feed(owner, `types=${types}`)),
	);

	const types = ({ body }: typeof exact) => [...new Set(body.data.map(({ type }: { type: string }) => type))];
	expect(exact.body.data.length).toBe(5);
	expect(types(prefix)).not.toContain("workspace.created");
	expect(types(prefix)).toContain("org.created");
	expect(types(several).sort()).toEqual(["org.created", "workspace.created", "workspace.member_added"]);
	expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
});

test("A position that no event has yet is refused, and so is one that is no number", async () => {
	const refused = await Promise.all([head + 1, -1, "x", "1e3"].map((each) => feed(owner, `afterSequence=${each}`)));

	expect(refused.map(codeOf)).toEqual(Array(4).fill([400, "invalid_request"]));
});

test("Only callers with webhook:admin read events, and only those of their organization", async () => {
	const other = await api.createOrganization();
	const member = await api.addMember(owner, "member");

	const answers = [await feed(member), await feed(owner, "", other.orgId)];

	expect(answers.map(codeOf)).toEqual([
		[403, "insufficient_scope"],
		[403, "org_mismatch"],
	]);
});

test("A stream tells what was, then what happens, with the numbers as ids", async () => {
	const school = await api.createOrganization();
	const last = (await listAll(api.url, school)).at(-1)?.sequence ?? 0;
	const stream = await openFeed(api.url, school);
	await stream.reaches(last);
	await addWorkspaces(school, 2);
	await stream.reaches(last + 4);
	stream.close();

	expect(stream.headers.get("content-type")).toStartWith("text/event-stream");
	expect(stream.events.map(({ sequence }) => sequence)).toEqual(
		Array.from({ length: last + 4 }, (_each, at) => at + 1),
	);
	expect(stream.events).toEqual(await listAll(api.url, school));
	expect(stream.lastEventId).toBe(last + 4);
});

test("A stream goes on after Last-Event-ID, with the types and members that were asked for", async () => {
	const school = await api.createOrganization();
	await addWorkspaces(school, 2);
	const events = await listAll(api.url, school);
	const last = events.at(-1)?.sequence ?? 0;

	const stream = await openFeed(api.url, {
		...school,
		lastEventId: last - 1,
		query: "types=workspace.*&fields=sequence,type",
	});
	await stream.reaches(last);
	stream.close();

	expect(stream.events).toEqual([{ sequence: last, type: "workspace.created" }] as never);
});

test("A stream whose position or parameters are wrong is an ordinary error", async () => {
	const beyond = await openFeed(api.url, { ...owner, lastEventId: 1_000_000 });
	const paged = await openFeed(api.url, { ...owner, query: "limit=5" });
	const member = await openFeed(api.url, await api.addMember(owner, "member"));

	expect([beyond.status, paged.status, member.status]).toEqual([400, 400, 403]);
});

test("A stream never tells what happens in another organization", async () => {
	const school = await api.createOrganization();
	const stream = await openFeed(api.url, school);
	await addWorkspaces(owner, 3);
	await addWorkspaces(school, 1);
	const last = (await listAll(api.url, school)).at(-1)?.sequence ?? 0;
	await stream.reaches(last);
	stream.close();

	expect(new Set(stream.events.map(({ orgId }) => orgId))).toEqual(new Set([school.orgId]));
});

test("A stream ends when its caller loses access, and tells nothing of what happens from then on", async () => {
	const admin = await api.addMember(owner, "admin");
	const stream = await openFeed(api.url, admin);
	const before = (await listAll(api.url, owner)).at(-1)?.sequence ?? 0;
	await stream.reaches(before);

	const path = `/orgs/${owner.orgId}/members/${admin.userId}`;
	const demoted = await api.request("PATCH", path, { token: owner.token, body: { role: "member" } });
	await addWorkspaces(owner, 1);
	await stream.ended;

	expect(demoted.status).toBe(200);
	expect(stream.farewell?.code).toBe("insufficient_scope");
	expect(stream.events.at(-1)?.sequence).toBe(before);
});

test("A stream ends with the session of its caller, and with their organization", async () => {
	const school = await api.createOrganization();
	const system = await api.signInSystem();
	const admin = await api.addMember(school, "admin");
	const [first, second] = [await openFeed(api.url, admin), await openFeed(api.url, school)];

	await api.request("POST", "/auth/logout", { token: admin.token, body: {} });
	await first.ended;
	await api.request("POST", `/orgs/${school.orgId}/suspend`, { token: system, body: { reason: "unpaid" } });
	await second.ended;

	expect([first.farewell?.code, second.farewell?.code]).toEqual(["session_revoked", "organization_suspended"]);
});
