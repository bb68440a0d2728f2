import { expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { forThisFile } from "#tests/support/for-this-file";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { codeOf } from "#tests/support/responses";
import { startSyslogServer } from "#tests/support/syslog-server";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: RECEIVER_ENV });
const syslog = await forThisFile(startSyslogServer());
const receiver = await forThisFile(startReceiver());

const at = ({ orgId }: SignedIn, rest = "") => `/orgs/${orgId}/audit-streams${rest}`;
const toSyslog = {
	type: "syslog",
	name: "SIEM",
	host: "localhost",
	port: syslog.port,
	caCertificates: syslog.authority,
};

/** Creates a stream, and returns it. */
async function create(owner: SignedIn, body: object) {
	const { status, body: answer, text } = await owner.post(at(owner), body);
	if (status !== 201) throw new Error(text);
	return answer.data;
}

/** Adds something to the audit log, of the category `organization`. */
async function addWorkspace(owner: SignedIn, name: string): Promise<void> {
	const { status, text } = await owner.post(`/orgs/${owner.orgId}/workspaces`, { name, kind: "class" });
	if (status !== 201) throw new Error(text);
}

const auditLog = async (owner: SignedIn, query = "") =>
	(await owner.get(`/orgs/${owner.orgId}/audit-logs?order=asc&limit=200&${query}`)).body.data;

const isOf =
	({ orgId }: SignedIn) =>
	({ data }: { data: Readonly<Record<string, unknown>> }) =>
		data.orgId === orgId;

test("A stream is changed, and deleted, only as it was read", async () => {
	const owner = await api.createOrganization();
	const path = at(owner, `/${(await create(owner, toSyslog)).id}`);
	const read = (await owner.get(path)).headers.get("etag") ?? "";
	await owner.patch(path, { name: "Other" });
	const late = (method: string, body?: object) =>
		api.request(method, path, { token: owner.token, headers: { "if-match": read }, ...(body && { body }) });

	expect([await late("PATCH", { name: "Mine" }), await late("DELETE")].map(codeOf)).toEqual(
		Array(2).fill([412, "precondition_failed"]),
	);
});

test("A stream needs the members of its type, and a server that may be reached", async () => {
	const owner = await api.createOrganization();
	const bodies = [
		{ ...toSyslog, url: "https://siem.example.com/" },
		{ type: "syslog", name: "SIEM", host: "localhost" },
		{ type: "webhook", name: "SIEM" },
		{ type: "webhook", name: "SIEM", url: "file:///etc/passwd" },
		{ type: "webhook", name: "SIEM", url: "http://10.0.0.1/" },
		{ ...toSyslog, host: "169.254.169.254" },
		{ ...toSyslog, caCertificates: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
		{ ...toSyslog, categories: ["everything"] },
		{ ...toSyslog, afterSequence: 1_000_000 },
	];

	const refused = [];
	for (const body of bodies) refused.push(await owner.post(at(owner), body));

	expect(refused.map(codeOf)).toEqual(bodies.map(() => [422, "validation_failed"]));
});

test("Only those who administer the organization see its streams, and there are five at most", async () => {
	const owner = await api.createOrganization();
	const other = await api.createOrganization();
	const auditor = await api.addMember(owner, "auditor");
	const { id } = await create(owner, toSyslog);
	for (let n = 0; n < 4; n++) await create(owner, toSyslog);

	const answers = [
		await auditor.get(at(owner)),
		await other.get(at(owner)),
		await other.get(at(other, `/${id}`)),
		await owner.post(at(owner), toSyslog),
	];

	expect(answers.map(codeOf)).toEqual([
		[403, "insufficient_scope"],
		[403, "org_mismatch"],
		[404, "not_found"],
		[409, "conflict"],
	]);
});

test("A webhook's secret is shown once, and its URL neither in events nor in the audit log", async () => {
	const owner = await api.createOrganization();
	const created = await create(owner, { type: "webhook", name: "SIEM", url: receiver.url("/once?key=hidden") });
	const got = await owner.get(at(owner, `/${created.id}`));
	await owner.patch(at(owner, `/${created.id}`), { url: receiver.url("/twice?key=hidden") });
	await owner.delete(at(owner, `/${created.id}`));

	const told = JSON.stringify([
		await auditLog(owner),
		(await owner.get(`/orgs/${owner.orgId}/events?limit=200`)).body.data,
	]);

	expect(created.secret).toStartWith("whsec_");
	expect(got.body.data).not.toHaveProperty("secret");
	expect(told).toContain("security.audit_stream_created");
	expect(told).not.toContain("hidden");
	expect(told).not.toContain(created.secret);
});

inProcessDescribe("an audit stream", () => {
	const { followers } = api.parley.services;

	test("sends a syslog server every entry once, in order, as the audit log shows them", async () => {
		const owner = await api.createOrganization();
		const { id } = await create(owner, { ...toSyslog, afterSequence: 0 });
		await addWorkspace(owner, 'Ünïcode "]\\ class');

		await followers.runDue();
		const messages = syslog.messages.filter(isOf(owner));

		const entries = await auditLog(owner);
		expect(messages.map(({ content }) => content)).toEqual(entries);
		expect(messages.every(({ priority }) => priority === 110)).toBe(true);
		expect(messages[0]).toMatchObject({ app: "parley", host: "localhost", kind: "organization.create" });
		expect(messages.map(({ data }) => Number(data.sequence))).toEqual(entries.map((_: unknown, n: number) => n + 1));
		expect((await owner.get(at(owner, `/${id}`))).body.data).toMatchObject({
			state: "enabled",
			sentSequence: entries.length,
		});
	});

	test("sends a webhook signed batches, and entries of its categories alone", async () => {
		const owner = await api.createOrganization();
		const url = receiver.url("/categories");
		const { secret } = await create(owner, {
			type: "webhook",
			name: "SIEM",
			url,
			categories: ["security"],
			afterSequence: 0,
		});
		await addWorkspace(owner, "Unwanted");
		await create(owner, toSyslog);

		await followers.runDue();
		const requests = receiver.at("/categories");

		const sent = requests.flatMap(({ body }) => body.data.entries);
		expect(sent).toEqual(await auditLog(owner, "category=security"));
		expect(sent.length).toBeGreaterThan(1);
		for (const { text, headers } of requests)
			expect(
				new Webhook(secret).sign(
					headers["webhook-id"] as string,
					new Date(Number(headers["webhook-timestamp"]) * 1_000),
					text,
				),
			).toBe(headers["webhook-signature"] as string);
	});

	test("repeats what was not taken until it is, and nothing overtakes it", async () => {
		const owner = await api.createOrganization();
		const { id } = await create(owner, toSyslog);
		syslog.isBroken = true;
		await addWorkspace(owner, "First");
		await followers.runDue();
		await addWorkspace(owner, "Second");
		await followers.runDue();
		const failing = (await owner.get(at(owner, `/${id}`))).body.data;

		syslog.isBroken = false;
		const early = await followers.runDue();
		api.advanceMs(10_000);
		await followers.runDue();

		const sequences = syslog.messages.filter(isOf(owner)).map(({ data }) => Number(data.sequence));
		const entries = await auditLog(owner);
		expect(failing).toMatchObject({ state: "failing", failure: expect.any(String), failingSince: expect.any(String) });
		expect(early).toBe(0);
		expect(sequences).toEqual(entries.map(({ sequence }: { sequence: number }) => sequence).slice(-sequences.length));
		expect((await owner.get(at(owner, `/${id}`))).body.data).toMatchObject({
			state: "enabled",
			failure: null,
		});
	});

	test("is not trusted with entries when another authority vouches for the server", async () => {
		const owner = await api.createOrganization();
		const { id } = await create(owner, { ...toSyslog, caCertificates: null, afterSequence: 0 });

		await followers.runDue();

		expect(syslog.messages.filter(isOf(owner))).toEqual([]);
		expect((await owner.get(at(owner, `/${id}`))).body.data.failure).toContain("certificate");
	});

	test("is disabled by 410, or after five days without a success, and goes on from there when enabled", async () => {
		const owner = await api.createOrganization();
		const url = receiver.url("/gone");
		const { id } = await create(owner, { type: "webhook", name: "SIEM", url });
		receiver.answer = ({ path }, response) => void response.writeHead(path === "/gone" ? 410 : 204).end();
		await addWorkspace(owner, "Untold");
		await followers.runDue();
		const gone = (await owner.get(at(owner, `/${id}`))).body.data;

		receiver.answer = ({ path }, response) => void response.writeHead(path === "/gone" ? 500 : 204).end();
		await owner.patch(at(owner, `/${id}`), { enabled: true });
		await followers.runDue();
		api.advanceMs(121 * 3_600_000);
		await followers.runDue();
		const login = await api.post("/auth/login", {
			email: owner.email,
			password: "a perfectly long password",
			orgId: owner.orgId,
		});
		const later = { ...owner, token: login.body.access_token };
		const failing = (await later.get(at(later, `/${id}`))).body.data;
		receiver.answer = (_request, response) => void response.writeHead(204).end();
		await later.patch(at(later, `/${id}`), { enabled: true });
		const before = receiver.at("/gone").length;
		await followers.runDue();

		expect([gone.state, gone.disabledReason, failing.state, failing.disabledReason]).toEqual([
			"disabled",
			"gone",
			"disabled",
			"failing",
		]);
		const taken = receiver.at("/gone").slice(before);
		const actions = taken.flatMap(({ body }) => body.data.entries.map(({ action }: { action: string }) => action));
		expect(actions).toContain("workspace.create");
		expect(actions.filter((action) => action === "audit_stream.disable")).toHaveLength(2);
	});

	test("is tested at once, with the outcome, by a message that is no entry", async () => {
		const owner = await api.createOrganization();
		const good = await create(owner, toSyslog);
		const bad = await create(owner, { ...toSyslog, port: 1 });

		const [taken, refused] = [
			await owner.post(at(owner, `/${good.id}/test`), {}),
			await owner.post(at(owner, `/${bad.id}/test`), {}),
		];

		expect(taken.body.data).toMatchObject({ ok: true, failure: null });
		expect(refused.body.data).toMatchObject({ ok: false, failure: expect.any(String) });
		expect(syslog.messages.filter(isOf(owner)).map(({ kind }) => kind)).toEqual(["audit_stream.test"]);
	});

	test("tells nothing of another organization", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		await create(owner, { type: "webhook", name: "SIEM", url: receiver.url("/own"), afterSequence: 0 });
		await addWorkspace(other, "Secret");
		await addWorkspace(owner, "Own");

		await followers.runDue();

		const orgIds = receiver
			.at("/own")
			.flatMap(({ body }) => body.data.entries.map((entry: { orgId: string }) => entry.orgId));
		expect(new Set(orgIds)).toEqual(new Set([owner.orgId]));
	});
});
