import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";

const api = await useHarness();

describe("GET /configurations/permissions", () => {
	test("returns the enforced matrix to anybody who is signed in", async () => {
		const owner = await api.createOrganization();
		const guest = await api.addMember(owner, "guest");

		const { status, body } = await api.request("GET", "/configurations/permissions", { token: guest.token });

		expect(status).toBe(200);
		expect(body.data.roles).toMatchObject({
			guest: [],
			billing: expect.arrayContaining(["org:read", "billing:write"]),
		});
		expect(body.data.roles.owner).toEqual(body.data.scopes);
		expect(body.data.implied["org:admin"]).toEqual(["webhook:admin", "apikey:admin"]);
		expect(body.data.educationRoles).toEqual(["teacher", "student"]);
	});
});
