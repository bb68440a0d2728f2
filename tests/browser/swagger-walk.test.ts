import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { FIRST_ADMIN } from "#tests/support/installation";
import { openSwaggerPage, type SwaggerPage, WALK_MS } from "#tests/support/swagger-page";

const SCHOOL = { name: "Green Valley High School", orgType: "education", ownerEmail: "ada@school.example" };

/** What a person with a fresh machine does first, with nothing but the page that the first start names. */
describe.skipIf(!hasBrowser)(`A person at Swagger UI (needs ${CHROMIUM})`, () => {
	let ui: SwaggerPage;
	let token: string;

	beforeAll(async () => {
		ui = await openSwaggerPage();
		token = (await ui.post("/auth/login", FIRST_ADMIN)).body.access_token;
	}, WALK_MS);
	afterAll(() => ui.close());

	/** A school that is there, and the token of who may do anything with it in the page. */
	async function atSchool(): Promise<string> {
		const { body } = await ui.post("/orgs", SCHOOL, token);
		await ui.authorize(token);
		return body.data.id;
	}

	test(
		"signs in, and makes a school",
		async () => {
			await ui.signIn(FIRST_ADMIN);

			const created = await ui.execute("Organizations", "createOrganization", {}, SCHOOL);

			expect(created.status).toBe(201);
			expect(created.body.data).toMatchObject({ name: SCHOOL.name, state: "active" });
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"changes the settings of a school",
		async () => {
			const orgId = await atSchool();
			const settings = { timezone: "America/New_York", aiSummaries: "enhanced" };

			const changed = await ui.execute("Organizations", "updateOrganizationSettings", { orgId }, settings);
			const read = await ui.execute("Organizations", "getOrganization", { orgId });

			expect(changed.body.data).toMatchObject(settings);
			expect(read.body.data).toMatchObject({ name: SCHOOL.name, settings });
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"suspends and resumes a school",
		async () => {
			const orgId = await atSchool();

			const suspended = await ui.execute("Organizations", "suspendOrganization", { orgId }, { reasonCode: "other" });
			const resumed = await ui.execute("Organizations", "resumeOrganization", { orgId });

			expect(suspended.body.data.state).toBe("suspended");
			expect(resumed.body.data.state).toBe("active");
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"deletes and restores a school",
		async () => {
			const orgId = await atSchool();

			const deleted = await ui.execute("Organizations", "deleteOrganization", { orgId });
			const restored = await ui.execute("Organizations", "restoreOrganization", { orgId });

			expect(deleted).toMatchObject({ status: 202, body: { data: { state: "pending_deletion" } } });
			expect(restored.body.data.state).toBe("active");
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"sees of an operation what Swagger UI makes of the whole document, and of its failures what they mean",
		async () => {
			await ui.page.unroute("**/swagger/json");
			await ui.page.reload();
			await ui.page.locator(".opblock-tag").first().waitFor();

			const [ours, original] = await ui.page.evaluate(async () => {
				const document = await (await fetch("swagger/json")).json();
				// biome-ignore lint/suspicious/noExplicitAny: globals of the page, which have no types
				const { ui, SwaggerUIBundle } = globalThis as any;
				const { fn } = SwaggerUIBundle({ domNode: new DocumentFragment() });
				// Those with the largest bodies: to resolve all takes Swagger UI a minute.
				const large = /^\/(workspaces|plans|feature-flags|meetings\/\{meetingId\}\/(captions|transcript))/;
				const paths = Object.fromEntries(Object.entries<object>(document.paths).filter(([path]) => large.test(path)));
				const whole = await fn.resolveSubtree({ ...document, paths }, [], { baseDoc: "" });
				const parts: unknown[][] = [];
				for (const [path, item] of Object.entries(paths))
					for (const method of Object.keys(item))
						parts.push([path, method, await ui.fn.resolveSubtree({}, ["paths", path, method])]);
				return [parts, JSON.stringify(whole)] as const;
			});

			// Where each part came from, which Swagger UI does not show of a document of this version.
			const { spec, errors } = JSON.parse(original, (key, value) => (key === "$$ref" ? undefined : value));
			const theirs = ours.map(([path, method]) => {
				const { [String(method)]: operation } = spec.paths[String(path)];
				for (const [status, { description }] of Object.entries<{ description: string }>(operation.responses))
					if (Number(status) >= 400) operation.responses[status] = { description };
				return [path, method, { spec: operation, errors }];
			});
			expect(ours.length).toBeGreaterThan(10);
			expect(ours).toEqual(theirs);
		},
		WALK_MS,
	);

	test(
		"opens an operation that fits on three screens, and a response when it is asked for",
		async () => {
			await ui.page.locator('[id="operations-tag-Meetings"]').click();
			const operation = ui.page.locator('[id="operations-Meetings-createMeeting"]');

			await operation.locator(".opblock-summary-control").click();
			await operation.locator(".response-opener").first().waitFor();
			const { height = 0 } = (await operation.boundingBox()) ?? {};
			const row = operation.locator('.response[data-code="409"]');
			const before = await row.textContent();
			await row.getByRole("button").click();

			expect(height).toBeLessThan(3 * 900);
			expect(before).toBe("409Conflict");
			await row.getByText("state_conflict").waitFor();
		},
		WALK_MS,
	);
});
