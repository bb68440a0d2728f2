import { beforeEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const system = await api.signInSystem();

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});

const remove = (token: string) => api.request("DELETE", path, { token });
const restore = (token: string) => api.request("POST", `${path}/restore`, { token });

describe("a deletion", () => {
	const suspend = (reasonCode: string) =>
		api.request("POST", `${path}/suspend`, { token: system, body: { reasonCode } });

	test.each(["security", "compliance", "nonpayment"])("does not bypass a block for %s", async (reasonCode) => {
		await suspend(reasonCode);

		const refused = await remove(owner.token);
		const bySystem = await remove(system);
		const restored = await restore(owner.token);

		expect([codeOf(refused), codeOf(restored)]).toEqual([
			[403, "block_not_owned"],
			[403, "block_not_owned"],
		]);
		expect(bySystem.status).toBe(202);
		expect((await restore(system)).body.data.state).toBe("suspended");
	});

	test("by a system administrator cannot be cancelled by the organization", async () => {
		await remove(system);

		const answers = [await restore(owner.token), await restore(system)];

		expect(answers.map(codeOf)).toEqual([
			[403, "block_not_owned"],
			[200, undefined],
		]);
		expect(answers[0]?.body.error.meta).toEqual({ authorities: ["system"] });
	});

	test("repeated by a system administrator becomes theirs, and the organization cannot cancel it", async () => {
		const first = await remove(owner.token);
		const second = await remove(system);
		const third = await remove(owner.token);

		const response = await restore(owner.token);

		expect([second.body.data, third.body.data]).toEqual([first.body.data, first.body.data]);
		expect(codeOf(response)).toEqual([403, "block_not_owned"]);
	});

	test("by the organization can be cancelled by it and by a system administrator", async () => {
		await remove(owner.token);
		const byOwner = await restore(owner.token);
		await remove(owner.token);

		const bySystem = await restore(system);

		expect([byOwner.status, bySystem.status]).toEqual([200, 200]);
	});
});
