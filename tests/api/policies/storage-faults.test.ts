import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { openHarness, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();
const token = await api.signInSystem();

const create = (name: string) => api.request("POST", "/orgs", { token, body: { name, orgType: "community" } });

inProcessDescribe("a database that cannot serve", () => {
	if (dialect === "sqlite")
		test("is 503 with Retry-After, its cause in the log and not in the answer, and over when it serves again", async () => {
			const other = new Database(api.store.url.replace(/^file:/, ""));
			other.run("BEGIN EXCLUSIVE");
			const held = await create("Held Up");
			other.run("ROLLBACK");
			other.close();
			const free = await create("Let Through");

			expect(held.status).toBe(503);
			expect(held.body.error).toMatchObject({ code: "unavailable", retryable: true });
			expect(held.headers.get("retry-after")).toBe("2");
			expect(held.text).not.toMatch(/sqlite|busy|lock/i);
			expect(api.logged.join("")).toContain("SQLITE_BUSY");
			expect(free.status).toBe(201);
		}, 120_000);
});

inProcessDescribe("a database that is gone", () => {
	test("leaks nothing", async () => {
		const broken = await openHarness();
		const orphan = await broken.signInSystem();
		await broken.close();

		const response = await broken.request("GET", "/orgs", { token: orphan });

		expect([500, 503]).toContain(response.status);
		expect(response.text).not.toMatch(/sqlite|select|postgres|stack|\.ts:/i);
	});
});
