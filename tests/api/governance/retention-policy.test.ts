import { beforeEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();
const DEFAULTS = { transcripts: "365d", recordings: "90d", chatLogs: "180d", userData: "30d", examData: "1095d" };

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}/retention`;
});

const send = (method: string, body: unknown, query = "", token = owner.token) =>
	api.request(method, `${path}${query}`, { token, body });
const read = async (fields?: string) =>
	(await api.request("GET", fields === undefined ? path : `${path}?fields=${fields}`, { token: owner.token })).body
		.data;
const changesOf = async () =>
	(await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "retention.policy_changed");

describe("the retention policy", () => {
	test("has exactly five periods, which are the defaults until one is set", async () => {
		const response = await api.request("GET", path, { token: owner.token });

		expect(response.status).toBe(200);
		expect(response.body.data).toEqual(DEFAULTS);
		expect(response.headers.get("etag")).toBe('"1"');
	});

	test("shows more by fields: where each period is from, and what is pending", async () => {
		await send("PUT", { recordings: "90d" });

		const all = await read("*");

		expect(Object.keys(all)).toEqual([
			...Object.keys(DEFAULTS),
			...["effective", "source", "pendingChange", "holds", "lastRun", "nextRun"],
		]);
		expect(all).toMatchObject({ ...DEFAULTS, effective: DEFAULTS, pendingChange: null, holds: 0, lastRun: null });
		expect(all.source).toEqual({
			...{ transcripts: "system", recordings: "organization", chatLogs: "system" },
			...{ userData: "system", examData: "system" },
		});
		expect(await read("recordings,source.chatLogs")).toEqual({ recordings: "90d", source: { chatLogs: "system" } });
	});

	test("is replaced as a whole by PUT: what is left out has its default again", async () => {
		await send("PUT", { transcripts: "10d", chatLogs: "0d" });

		const response = await send("PUT", { recordings: "36500d" });

		expect(response.status).toBe(200);
		expect(response.body.data).toEqual({ ...DEFAULTS, recordings: "36500d" });
		expect(await read()).toEqual({ ...DEFAULTS, recordings: "36500d" });
	});

	test("is merged by PATCH: null removes a period", async () => {
		await send("PUT", { transcripts: "10d", chatLogs: "5d" });

		const response = await send("PATCH", { transcripts: null, userData: "7d" });

		expect(response.body.data).toEqual({ ...DEFAULTS, chatLogs: "5d", userData: "7d" });
	});

	test.each(["365", "d", "-1d", "01d", "1.5d", "36501d", "1d ", " 1d", "٣d", "1D", "", "1d\n", "99999999999d"])(
		"refuses the period %p, and names each that is wrong",
		async (period) => {
			const put = await send("PUT", { recordings: period, chatLogs: period });
			const patch = await send("PATCH", { recordings: period });

			expect(codeOf(put)).toEqual([422, "validation_failed"]);
			expect(put.body.error.errors.map((error: { path: string }) => error.path)).toEqual(["/recordings", "/chatLogs"]);
			expect(codeOf(patch)).toEqual([422, "validation_failed"]);
			expect(await read()).toEqual(DEFAULTS);
		},
	);

	test("refuses unknown classes, null in PUT, numbers, and bodies that are no object", async () => {
		const refused = await Promise.all([
			send("PUT", { everything: "1d" }),
			send("PUT", { recordings: null }),
			send("PUT", { recordings: 30 }),
			send("PUT", []),
			send("PATCH", { everything: null }),
			send("PATCH", { recordings: 30 }),
		]);

		expect(refused.map(codeOf)).toEqual(refused.map(() => [422, "validation_failed"]));
	});

	test("is read by every member, and changed by whoever administers", async () => {
		const member = await api.addMember(owner, "member");

		expect((await api.request("GET", path, { token: member.token })).status).toBe(200);
		expect(codeOf(await send("PUT", {}, "", member.token))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await send("PATCH", {}, "", member.token))).toEqual([403, "insufficient_scope"]);
	});

	test("is not changed past an If-Match that names another version", async () => {
		const refused = await api.request("PUT", path, {
			...{ token: owner.token, body: { recordings: "1d" } },
			headers: { "if-match": '"7"' },
		});

		expect(codeOf(refused)).toEqual([412, "precondition_failed"]);
		expect(await read()).toEqual(DEFAULTS);
	});
});

describe("a change of the retention policy", () => {
	test("by whichever operation is one fact, with what was and what is", async () => {
		await send("PUT", { recordings: "30d" });
		await send("PATCH", { recordings: "20d" });
		await api.request("PUT", `/orgs/${owner.orgId}`, {
			...{ token: owner.token, body: { name: "Renamed", retentionPolicy: { recordings: "10d" } } },
		});
		await send("PATCH", { recordings: "10d" });

		const events = await changesOf();

		const recordings = ({ object }: (typeof events)[number]) => {
			const { previous, policy } = object as Record<string, typeof DEFAULTS>;
			return [previous?.recordings, policy?.recordings];
		};
		expect(events.map(recordings)).toEqual([
			["90d", "30d"],
			["30d", "20d"],
			["20d", "10d"],
		]);
		const audited = (await auditOf(api.store, owner.orgId)).filter(
			({ action }) => action === "retention.change_policy",
		);
		expect(audited).toHaveLength(3);
		expect(audited[1]?.changes).toEqual([{ path: "/retentionPolicy/recordings", from: "30d", to: "20d" }]);
	});

	test("that shortens delays the purge for 72 hours, however it was made", async () => {
		await api.request("PUT", `/orgs/${owner.orgId}`, {
			...{ token: owner.token, body: { retentionPolicy: { recordings: "1d", chatLogs: "200d" } } },
		});

		const { pendingChange } = await read("pendingChange");

		expect(pendingChange.previous).toEqual({ recordings: "90d" });
		expect(Date.parse(pendingChange.purgesFrom) - Date.parse(pendingChange.changedAt)).toBe(72 * 3_600_000);
		expect((await changesOf())[0]?.object).toMatchObject({ purgesFrom: pendingChange.purgesFrom, immediate: false });
	});

	test("that lengthens it again within that time leaves nothing pending", async () => {
		await send("PUT", { recordings: "1d" });

		await send("PATCH", { recordings: "100d" });

		expect((await read("pendingChange")).pendingChange).toBeNull();
	});

	test("in several steps is delayed by the longest of the periods", async () => {
		await send("PUT", { recordings: "60d" });
		await send("PUT", { recordings: "30d", transcripts: "10d" });

		const { pendingChange } = await read("pendingChange");

		expect(pendingChange.previous).toEqual({ recordings: "90d", transcripts: "365d" });
	});

	test("that changes nothing is recorded nowhere", async () => {
		await send("PUT", {});
		await send("PATCH", { recordings: null });

		expect(await changesOf()).toEqual([]);
	});

	test("takes effect at once only with a preview", async () => {
		const missing = await send("PUT", { recordings: "1d" }, "?immediate=true");
		const unknown = await send("PUT", { recordings: "1d" }, "?immediate=true&previewId=rpv_01jd0z7v9gf2nbrexx3vqjhp41");
		const malformed = await send("PUT", { recordings: "1d" }, "?immediate=yes");

		expect(codeOf(missing)).toEqual([422, "validation_failed"]);
		expect(codeOf(unknown)).toEqual([422, "validation_failed"]);
		expect(codeOf(malformed)).toEqual([400, "invalid_request"]);
		expect(await read()).toEqual(DEFAULTS);
	});
});

describe("the preview of a policy", () => {
	const preview = async (body: unknown) => (await send("POST", body, "/preview")).body.data;

	test("counts nothing where there is nothing, and shows the defaults of what is left out", async () => {
		const { previewId, policy, classes } = await preview({ recordings: "1d" });

		expect(previewId).toMatch(/^rpv_/);
		expect(policy).toEqual({ ...DEFAULTS, recordings: "1d" });
		expect(Object.keys(classes)).toEqual(Object.keys(DEFAULTS));
		expect(classes.recordings).toEqual({ items: 0, bytes: 0, oldest: null, newest: null, heldItems: 0 });
	});

	test("permits a change that takes effect at once, to exactly its policy, for an hour", async () => {
		const { previewId } = await preview({ recordings: "1d" });

		const other = await send("PUT", { recordings: "2d" }, `?immediate=true&previewId=${previewId}`);
		const same = await send("PATCH", { recordings: "1d" }, `?immediate=true&previewId=${previewId}`);

		expect(codeOf(other)).toEqual([422, "validation_failed"]);
		expect(same.status).toBe(200);
		expect((await read("pendingChange")).pendingChange).toBeNull();
		expect((await changesOf())[0]?.object).toMatchObject({ purgesFrom: null, immediate: true });
	});

	test("ends the delay of an earlier change to the same policy", async () => {
		await send("PUT", { recordings: "1d" });
		const { previewId } = await preview({ recordings: "1d" });

		await send("PUT", { recordings: "1d" }, `?immediate=true&previewId=${previewId}`);

		expect((await read("pendingChange")).pendingChange).toBeNull();
		expect(await changesOf()).toHaveLength(2);
	});

	test("of another organization permits nothing", async () => {
		const other = await api.createOrganization();
		const { body } = await api.request("POST", `/orgs/${other.orgId}/retention/preview`, {
			...{ token: other.token, body: { recordings: "1d" } },
		});

		const refused = await send("PUT", { recordings: "1d" }, `?immediate=true&previewId=${body.data.previewId}`);

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
	});

	inProcessTest("permits nothing any more after an hour", async () => {
		const { previewId } = await preview({ recordings: "1d" });
		api.advanceMs(3_600_000);

		const token = await api.signInSystem();
		const refused = await send("PUT", { recordings: "1d" }, `?immediate=true&previewId=${previewId}`, token);

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
	});
});
