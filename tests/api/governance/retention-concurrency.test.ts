/** Changes of one policy at the same time: none is lost, and each is recorded with what it followed. */
import { describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();

const send = ({ orgId, token }: SignedIn, method: string, rest: string, body?: unknown, ifMatch?: string) =>
	api.request(method, `/orgs/${orgId}${rest}`, {
		...{ token, ...(body !== undefined && { body }) },
		headers: { ...(ifMatch !== undefined && { "if-match": ifMatch }) },
	});
const read = async (by: SignedIn, rest = "/retention") => send(by, "GET", rest);

/** Returns the changes of the policy that were announced: what was, and what is. */
const stepsOf = async ({ orgId }: SignedIn) =>
	(await eventsOf(api.store, orgId))
		.filter(({ type }) => type === "retention.policy_changed")
		.map(({ object }) => object);

describe("changes of a retention policy at the same time", () => {
	test("of different members by whichever operation are all kept, each following another", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const before = (await read(owner)).body.data;

		const answers = await Promise.all([
			send(owner, "PATCH", "/retention", { recordings: "11d" }),
			send(owner, "PATCH", "/settings", { timezone: "Europe/Paris" }),
			send(owner, "PATCH", "/retention", { transcripts: "12d" }),
			send(owner, "PUT", "", { name: "Renamed" }),
			send(owner, "PATCH", "/retention", { chatLogs: "13d" }),
			send(owner, "PATCH", "/retention", { userData: "14d" }),
			send(owner, "PATCH", "/retention", { examData: "15d" }),
		]);

		const after = { recordings: "11d", transcripts: "12d", chatLogs: "13d", userData: "14d", examData: "15d" };
		const steps = await stepsOf(owner);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		expect((await read(owner)).body.data).toEqual(after);
		expect(steps.map(({ previous }) => previous)).toEqual([before, ...steps.slice(0, -1).map(({ policy }) => policy)]);
		expect(steps.at(-1)?.policy).toEqual(after);
		expect((await read(owner, "?fields=name,settings.timezone")).body.data).toEqual({
			name: "Renamed",
			settings: { timezone: "Europe/Paris" },
		});
	});

	test("that name the same version succeed once", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const plain = (await read(owner)).headers.get("etag") ?? "";
		const whole = (await read(owner, "/retention?fields=*")).headers.get("etag") ?? "";

		const answers = await Promise.all(
			[plain, whole, plain, whole, plain, whole].map((tag, n) =>
				send(owner, n < 3 ? "PATCH" : "PUT", "/retention", { recordings: `${n + 1}d` }, tag),
			),
		);
		const audited = (await auditOf(api.store, owner.orgId)).filter(
			({ action }) => action === "retention.change_policy",
		);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
		expect(audited).toHaveLength(1);
		const [made] = answers.filter(({ status }) => status === 200);
		expect((await read(owner)).headers.get("etag")).toBe(made?.headers.get("etag") ?? "");
	});

	test("and of the operator's defaults meet: what an organization decides stays, the rest follows", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const token = await api.signInSystem();
		const setDefaults = (recordings: string) =>
			api.request("PUT", "/configurations/tenant-defaults/business", {
				...{ token, body: { retentionPolicy: { recordings } } },
			});
		const tag = (await read(owner)).headers.get("etag") ?? "";

		const answers = await Promise.all([
			setDefaults("21d"),
			send(owner, "PATCH", "/retention", { transcripts: "22d" }),
			send(owner, "PATCH", "/retention", { chatLogs: "23d" }),
		]);
		const stale = await send(owner, "PATCH", "/retention", { chatLogs: "24d" }, tag);
		const { body, headers } = await read(owner);
		const lowered = await api.request("PUT", "/configurations/tenant-defaults/business", { token, body: {} });
		const later = await read(owner);

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(stale.status).toBe(412);
		expect(body.data).toMatchObject({ recordings: "21d", transcripts: "22d", chatLogs: "23d" });
		expect(lowered.status).toBe(200);
		expect(later.body.data).toMatchObject({ recordings: "90d", transcripts: "22d" });
		expect(later.headers.get("etag")).not.toBe(headers.get("etag"));
	});
});
