/** What Swagger UI offers to be executed as it is, after `parley seed`. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { exampleId } from "#http/schemas";
import { EXAMPLE_SIGN_IN } from "#modules/identity/sessions";
import { parley, temporaryDirectory } from "#tests/support/command";
import { variationsOf } from "#tests/support/domain-faults";
import { type OpenCopy, openCopy, type PrefilledRequest, prefilledRequests } from "#tests/support/executed-examples";

const SECRET = "takes a secret that is shown, or mailed, only once";
const SECOND_FACTOR = "takes an authenticator, whose secret is shown only once";
const PASSKEY = "takes a passkey, whose key never leaves its device";
const FILE = "takes a file";
const LOGO = "takes a logo, which is a file";
const JOB = "takes an export that is ready: a job makes it, and it is deleted after a week";
const PROVIDER = "takes an identity provider";
const PLATFORM = "takes a learning-management system, which sends a form";
const ENFORCED = "takes an installation that enforces plans";
const INVOICE = `${ENFORCED}, and invoices are issued by it alone`;
const STRIPE = "takes an account of Stripe";

/** The operations that need more than their examples, and what. Every other one succeeds. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
	refreshSession: SECRET,
	verifyMfa: SECOND_FACTOR,
	confirmTotp: SECOND_FACTOR,
	removeTotp: SECOND_FACTOR,
	renewRecoveryCodes: SECOND_FACTOR,
	closeAccount: "takes an account that is no organization's only owner",
	authorize: PROVIDER,
	callback: PROVIDER,
	startLtiLaunchByForm: PLATFORM,
	completeLtiLaunch: PLATFORM,
	registerPasskey: PASSKEY,
	loginWithPasskey: PASSKEY,
	removePasskey: PASSKEY,
	verifyEmail: SECRET,
	requestPasswordReset: "takes a mail server: nobody is shown the link of another person",
	resetPassword: SECRET,
	acceptInvitation: SECRET,
	getReceivedInvitation: SECRET,
	readCalendarFeed: SECRET,
	postCaption: SECRET,
	getCaptionSeq: SECRET,
	joinMeetingByCode: SECRET,
	previewMeetingByCode: SECRET,
	unsubscribeFromNotifications: SECRET,
	continueUpload: FILE,
	playRecording: SECRET,
	downloadExport: JOB,
	createExportTicket: JOB,
	downloadExportWithTicket: SECRET,
	cancelSpeechModelDownload: "takes a download that is under way",
	verifyDomain: "takes a record in the DNS",
	joinSuggestedOrganization: "takes somebody who is no member of it yet",
	correctAttendance: "takes a meeting that has ended, and one of its participants",
	transcribeAudio: FILE,
	translateAudio: FILE,
	getInvoice: INVOICE,
	payInvoice: INVOICE,
	voidInvoice: INVOICE,
	refundBalance: "takes a balance, which only an invoice gives",
	createCreditNote: INVOICE,
	updateBillingPlan: ENFORCED,
	startTrial: ENFORCED,
	addPaymentMethod: STRIPE,
	removePaymentMethod: STRIPE,
	createBillingLink: STRIPE,
	receiveStripeEvent: STRIPE,
	createCaptionReaderTicket: "takes the secret of a link, which is shown once",
	setLogo: FILE,
	deleteLogo: LOGO,
	readLogo: LOGO,
	deleteFeatureFlag: "takes a flag of the operator's own",
};

/** Operations on an organization that is closed, to which nobody is signed in: system administrators reach it. */
const ON_CLOSED_ORGANIZATIONS = ["deleteOrganization", "restoreOrganization", "resumeOrganization"];

/** Operations that end what the others need, and one whose code counts as an attempt. */
const IRREVERSIBLE = ["logout", "refreshSession", "closeAccount", "suspendOrganization", "confirmTotp"];

/** Returns the path and code of each error of a body that was refused, sorted. */
function faultsOf(text: string): string[] {
	const { error } = (text === "" ? {} : JSON.parse(text)) as { readonly error?: Refusal };
	if (error?.code !== "validation_failed") return [];
	return error.errors.map(({ path, code }) => `${path} ${code}`).toSorted();
}

interface Refusal {
	readonly code: string;
	readonly errors: readonly { readonly path: string; readonly code: string }[];
}

const ADMIN = { email: "root@parley.example", password: "a perfectly long password" };
const LIMIT_MS = 180_000;

describe("seed, for who tries the operations of Swagger UI as they are", () => {
	const directory = temporaryDirectory();
	const folder = `${directory.path}/seeded`;
	const prepared = `${directory.path}/prepared`;
	const seed = async () => JSON.parse((await parley("seed --init --json", folder)).stdout);
	let seeded: Awaited<ReturnType<typeof seed>>;
	/** What only reads leaves it as it is. */
	let original: OpenCopy;
	let requests: readonly PrefilledRequest[];
	let tokens: { readonly owner: string; readonly admin: string };

	/** Executes requests of one operation, one after the other, on what was seeded; returns those that are refused. */
	async function execute(sent: readonly PrefilledRequest[], copy: OpenCopy): Promise<string[]> {
		const refused: string[] = [];
		for (const request of sent) {
			const isForAdmin = request.isForSystem || ON_CLOSED_ORGANIZATIONS.includes(request.operationId);
			const { status, text } = await copy.execute(request, isForAdmin ? tokens.admin : tokens.owner);
			if (status < 200 || status >= 400) refused.push(`${request.operationId} ${status} ${text}`);
		}
		return refused;
	}

	beforeAll(async () => {
		seeded = await seed();
		const first = await openCopy(folder, prepared);
		await first.parley.services.administrators.ensure(ADMIN);
		tokens = { owner: await first.signIn(EXAMPLE_SIGN_IN), admin: await first.signIn(ADMIN) };
		requests = prefilledRequests(await first.parley.document());
		await first.close();
		original = await openCopy(prepared, `${directory.path}/original`);
	}, LIMIT_MS);
	afterAll(async () => {
		await original.close();
		directory.remove();
	});

	test(
		"each succeeds, whichever is executed first",
		async () => {
			const byOperation = Map.groupBy(requests, ({ operationId }) => operationId);
			const refused: string[] = [];

			for (const [operationId, sent] of byOperation) {
				if (operationId in NEEDS_MORE) continue;
				const isRead = sent.every(({ method }) => method === "GET");
				const copy = isRead ? original : await openCopy(prepared, `${directory.path}/${operationId}`);
				refused.push(...(await execute(sent, copy)));
				if (copy !== original) await copy.close();
			}

			expect(refused).toEqual([]);
		},
		LIMIT_MS,
	);

	test(
		"what a service refuses of a body is told together with what its schema refuses",
		async () => {
			const copy = await openCopy(prepared, `${directory.path}/varied`);
			const gates = new Map([...copy.parley.access.values()].map((gate) => [gate.operation, gate]));
			const different: string[] = [];
			const refusing = new Set<string>();

			for (const request of requests.filter(({ operationId }) => !IRREVERSIBLE.includes(operationId))) {
				const schema = gates.get(request.operationId)?.body?.schema;
				if (schema?.properties === undefined) continue;
				const send = async (body: unknown) => {
					const token = request.isForSystem ? tokens.admin : tokens.owner;
					const { text } = await copy.execute({ ...request, body: JSON.stringify(body) }, token);
					return faultsOf(text);
				};
				for (const { path, body } of variationsOf(schema, JSON.parse(request.body ?? "{}"))) {
					// A password counts as an attempt, so it is not tried for a request that is refused anyway.
					if (path === "/password/current") continue;
					const alone = await send(body);
					if (alone.length === 0) continue;
					refusing.add(request.operationId);
					const together = await send({ ...body, strange: 1 });
					if (!Bun.deepEquals(together, ["/strange unknown_member", ...alone].toSorted()))
						different.push(`${request.operationId} ${path}: ${alone}; together: ${together}`);
				}
			}
			await copy.close();

			expect(different).toEqual([]);
			expect(refusing.size).toBeGreaterThan(60);
		},
		LIMIT_MS,
	);

	test("those that need more do: each of them is refused", async () => {
		const known = new Set(requests.map(({ operationId }) => operationId));
		const succeeded: string[] = [];

		for (const request of requests.filter(({ operationId }) => operationId in NEEDS_MORE))
			if ((await execute([request], original)).length === 0) succeeded.push(request.operationId);

		expect(succeeded).toEqual([]);
		expect(Object.keys(NEEDS_MORE).filter((operationId) => !known.has(operationId))).toEqual([]);
	});

	test("the example of the search finds what was said in the lesson, in the transcript of the examples", async () => {
		const search = requests.find(({ operationId }) => operationId === "searchTranscripts");

		const found = await original.read(search?.path ?? "", tokens.owner);
		const spanish = await original.read(`/transcripts/${exampleId("trn")}?format=txt&lang=es`, tokens.owner);

		expect(JSON.parse(found).data).toMatchObject([
			{ transcriptId: exampleId("trn"), speaker: { label: "Tomás Vega" } },
		]);
		expect(spanish).toContain("La luz se desvía en la superficie");
	});

	test(
		"those ids go to the school alone, and nothing is made again",
		async () => {
			const [school, company] = seeded.organizations;

			const again = await seed();

			expect(school.id).toBe(exampleId("org"));
			expect(company.id).not.toBe(school.id);
			expect(company.workspaces.map(({ id }: { id: string }) => id)).not.toContain(exampleId("wsp"));
			expect(again.organizations.map(({ id }: { id: string }) => id)).toEqual([school.id, company.id]);
			expect(again.password).toBeNull();
		},
		LIMIT_MS,
	);

	test.each([{ HOST: "0.0.0.0" }, { PUBLIC_URL: "https://parley.example" }])(
		"the password of the examples is nobody's once others reach the service: %j",
		async (reached) => {
			const moved = await openCopy(prepared, `${directory.path}/${Object.keys(reached)}`, reached);

			const refused = await moved.signIn(EXAMPLE_SIGN_IN).catch((error: Error) => error.message);
			const register = requests.find(({ operationId }) => operationId === "register");
			const body = JSON.stringify({ ...JSON.parse(register?.body ?? "{}"), password: EXAMPLE_SIGN_IN.password });
			const chosen = register && (await moved.execute({ ...register, body }, tokens.owner));
			await moved.close();

			expect(seeded.password).toBe(EXAMPLE_SIGN_IN.password);
			expect(refused).toContain("invalid_credentials");
			expect(chosen).toMatchObject({ status: 422, text: expect.stringContaining("too_common") });
		},
	);
});
