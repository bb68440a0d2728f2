import { beforeEach, describe, expect, test } from "bun:test";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { setUpTotp } from "#tests/support/second-factor";

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const read = (query = "", headers: Record<string, string> = {}) => owner.get(`/auth/profile${query}`, { headers });
const patch = (body: unknown, headers: Record<string, string> = {}) =>
	owner.patch("/auth/update-profile", body, { headers });
const tagOf = ({ headers }: TestResponse) => headers.get("etag") ?? "";

describe("the ETag of the profile", () => {
	test("is strong, and stable until something changes", async () => {
		const [first, second] = [await read(), await read()];

		expect(tagOf(first)).toMatch(/^"\d+-[\w-]+"$/);
		expect(tagOf(second)).toBe(tagOf(first));
	});

	test("changes with everything the profile shows: account, memberships, second factors, selected fields", async () => {
		const system = await api.signInSystem();
		const steps = [
			() => patch({ name: "Ada King" }),
			() => patch({ locale: "en-GB" }),
			() => patch({ email: `moved-${owner.userId}@school.example` }),
			() => owner.put(`/orgs/${owner.orgId}`, { name: "Renamed" }),
			() => api.as(system).post(`/orgs/${owner.orgId}/suspend`, {}),
			() => setUpTotp(api, owner),
		];

		const tags = [tagOf(await read()), tagOf(await read("?fields=name")), tagOf(await read("?fields=email"))];
		for (const step of steps) {
			await step();
			tags.push(tagOf(await read()));
		}

		expect(new Set(tags).size).toBe(3 + steps.length);
	});

	test("saves the transfer for its own user only", async () => {
		const tag = tagOf(await read());

		const same = await read("", { "if-none-match": tag });
		const selection = await read("?fields=name", { "if-none-match": tag });
		await patch({ name: "Ada Byron" });
		const changed = await read("", { "if-none-match": tag });

		expect([same.status, same.text, tagOf(same)]).toEqual([304, "", tag]);
		expect([selection.status, changed.status]).toEqual([200, 200]);
	});

	test("in the response to a change equals that of the next read", async () => {
		const changed = await patch({ name: "Ada Byron" });

		const again = await read("", { "if-none-match": tagOf(changed) });

		expect(again.status).toBe(304);
	});
});

describe("PATCH /auth/update-profile with If-Match", () => {
	test("succeeds for the current version and rejects an outdated one", async () => {
		const tag = tagOf(await read());

		const first = await patch({ name: "First" }, { "if-match": tag });
		const second = await patch({ name: "Second" }, { "if-match": tag });
		const third = await patch({ name: "Third" }, { "if-match": tagOf(first) });

		expect([first.status, third.status]).toEqual([200, 200]);
		expect(codeOf(second)).toEqual([412, "precondition_failed"]);
		expect((await read()).body.data.name).toBe("Third");
	});

	test.each(['"0"', 'W/"1"', "1", "nonsense"])("rejects %s, and changes nothing", async (header) => {
		const before = await read();

		const refused = await patch({ name: "Overwritten", timezone: "Europe/Paris" }, { "if-match": header });

		expect(codeOf(refused)).toEqual([412, "precondition_failed"]);
		expect((await read()).text).toBe(before.text);
	});

	test("lets one of many concurrent writers of the same version succeed", async () => {
		const tag = tagOf(await read());

		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, n) => patch({ name: `Writer ${n}` }, { "if-match": tag })),
		);

		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
	});

	test("succeeds with * and without the header", async () => {
		const answers = [await patch({ name: "Any" }, { "if-match": "*" }), await patch({ name: "None" })];

		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});
});
