/** What the API can do and no screen of the console uses is listed with the reason. */
import { expect, test } from "bun:test";

/** Operations without a screen, by the reason. */
const WITHOUT_SCREEN: Readonly<Record<string, readonly string[]>> = {
	"for other programs: monitoring, identity, flags, captions, calendars, speech, payment, learning platforms": [
		"getLiveness getMetrics getOpenidConfiguration getJwks evaluateFeatureFlags evaluateFeatureFlag connectLive",
		"pushCaptions createCaptionAddress deleteCaptionAddress postCaption getCaptionSeq readCalendarFeed",
		"listModels getModel transcribeAudio translateAudio receiveStripeEvent",
		"startLtiLaunch startLtiLaunchByForm completeLtiLaunch setAllTenantDefaults getConfigs setConfigs",
	],
	"the published client calls them": [
		"login logout refreshSession createLiveTicket listChanges initUpload getUpload beginUpload continueUpload",
	],
	"an address that the browser opens": [
		"authorize callback playRecording downloadExportWithTicket unsubscribeFromNotifications readLogo",
	],
	"the list, or another operation, has the same": [
		"getRetentionRun getAuditStream getLegalHold getExport getErasure getWorkspaceMember getSpeaker getActionItem",
		"getRecording getTranslation downloadRecording downloadExport setRetentionPolicy archiveWorkspace",
		"getPermissions getLanguages",
	],
	"rare work of operators": ["refundBalance payInvoice voidInvoice createCreditNote grantEntitlements"],
};

const VERBS = /^(?:get|post|put|patch|delete)$/;
interface Item {
	readonly [method: string]: { readonly operationId: string };
}

test("what is listed as without a screen has none by now", async () => {
	const document = (await Bun.file("docs/openapi.json").json()) as { paths: Record<string, Item> };
	const sources = await Promise.all(
		[...new Bun.Glob("console/**/*.{ts,tsx}").scanSync(".")].map((path) => Bun.file(path).text()),
	);
	const code = sources.join("\n");
	const names = new Map(
		[...code.matchAll(/const (\w+) = "(\/[^"]*)"/g)].map(([, name = "", path = ""]) => [name, path]),
	);
	const called = new Set(
		[...code.matchAll(/(?:\.(GET|POST|PUT|PATCH|DELETE)|\bread\w*)\(\s*(?:"([^"]+)"|([A-Z]\w*))/g)].map(
			([, verb = "GET", path, name = ""]) => `${verb} ${path ?? names.get(name)}`,
		),
	);
	const operations = Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => VERBS.test(method))
			.map(([method, { operationId }]) => ({ operationId, isCalled: called.has(`${method.toUpperCase()} ${path}`) })),
	);
	const unused = operations.filter(({ isCalled }) => !isCalled).map(({ operationId }) => operationId);
	const listed = Object.values(WITHOUT_SCREEN).flatMap((lines) => lines.join(" ").split(" "));

	// One that is new may have no screen yet, and is not listed either.
	expect(listed.filter((operationId) => !unused.includes(operationId))).toEqual([]);
});
