import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";

const api = await useHarness();

describe("an address at which there is nothing", () => {
	const open = (headers: Record<string, string>, method = "GET") => api.request(method, "/nowhere", { headers });
	const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

	test("is a page for a browser, in its language", async () => {
		const response = await open({ ...browser, "accept-language": "de" });

		expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
		expect(response.headers.get("content-language")).toBe("de");
		expect(response.text).toContain("Unter dieser Adresse gibt es nichts");
	});

	test.each([{}, { accept: "*/*" }, { accept: "application/json" }, { accept: "application/problem+json" }])(
		"is an error for any other client: %j",
		async (headers) => {
			expect((await open(headers as Record<string, string>)).body.code ?? "route_not_found").toBe("route_not_found");
			expect((await open(headers as Record<string, string>)).headers.get("content-type")).toContain("json");
		},
	);
});
