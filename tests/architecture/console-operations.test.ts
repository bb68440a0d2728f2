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
		"getPermissions getLanguages getConsentSummary",
	],
	"rare work of operators": ["refundBalance payInvoice voidInvoice createCreditNote grantEntitlements"],
};

const VERBS = /^(?:get|post|put|patch|delete)$/;
interface Item {
	readonly [method: string]: { readonly operationId: string };
}

/** Returns what a file calls, `GET /meetings`. An address may be a constant, `CODE`, or begin with one, `${PARTICIPANT}/admit`. */
function callsIn(code: string): string[] {
	const names = new Map(
		[...code.matchAll(/const (\w+) = "(\/[^"]*)"/g)].map(([, name = "", path = ""]) => [name, path]),
	);
	const calls = code.matchAll(
		/(?:\.(GET|POST|PUT|PATCH|DELETE)|\bread\w*)\(\s*(?:"([^"]+)"|`\$\{(\w+)\}([^`$]*)`|([A-Z]\w*))/g,
	);
	return [...calls].map(
		([, verb = "GET", path, base = "", rest = "", name = base]) => `${verb} ${path ?? `${names.get(name)}${rest}`}`,
	);
}

test("each operation has a screen, or is listed with the reason why it has none", async () => {
	const document = (await Bun.file("docs/openapi.json").json()) as { paths: Record<string, Item> };
	const sources = [...new Bun.Glob("console/**/*.{ts,tsx}").scanSync(".")];
	const called = new Set((await Promise.all(sources.map((path) => Bun.file(path).text()))).flatMap(callsIn));
	const operations = Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => VERBS.test(method))
			.map(([method, { operationId }]) => ({ operationId, isCalled: called.has(`${method.toUpperCase()} ${path}`) })),
	);
	const unused = operations.filter(({ isCalled }) => !isCalled).map(({ operationId }) => operationId);
	const listed = Object.values(WITHOUT_SCREEN).flatMap((lines) => lines.join(" ").split(" "));

	expect(listed.filter((operationId) => !unused.includes(operationId))).toEqual([]);
	expect(unused.filter((operationId) => !listed.includes(operationId))).toEqual([]);
});
