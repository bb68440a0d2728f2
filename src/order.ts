import type { Contribution } from "#platform/module";

/**
 * Modules in the order in which the API document shows them. What is held of people is erased from the end. A module that
 * is not listed follows the one before it in the `modules` of its area.
 */
const ORDER: readonly string[] = [
	"status",
	"pages",
	"tokens",
	"signIn",
	"profile",
	"sessions",
	"mfa",
	"sso",
	"passkeys",
	"accounts",
	"profileUpdate",
	"closedAccounts",
	"invitations",
	"organizations",
	"settings",
	"branding",
	"retention",
	"featureFlags",
	"aiPolicy",
	"compliance",
	"domains",
	"organizationLifecycle",
	"members",
	"guardianConsents",
	"apiKeys",
	"auditLogs",
	"eventFeed",
	"webhooks",
	"auditStreams",
	"billingAccounts",
	"billingNotices",
	"usage",
	"usageAlerts",
	"invoices",
	"payments",
	"subscriptions",
	"trial",
	"legalHolds",
	"privacy",
	"workspaces",
	"workspaceMembers",
	"meetings",
	"calendarFeeds",
	"integrations",
	"lti",
	"transcripts",
	"summaries",
	"actionItems",
	"formerTexts",
	"transcriptSearch",
	"captions",
	"captionLinks",
	"consents",
	"chat",
	"attendance",
	// Behind all that find a person by their participants when the person is erased.
	"participants",
	"relay",
	"liveAccess",
	"live",
	"changes",
	"notifications",
	"uploads",
	"recordings",
	"transcription",
	"translations",
	"processing",
	"media",
	"speech",
	"languageModel",
	"translators",
	"summarizers",
	"audioApi",
	"plans",
	"permissions",
	"aiProviders",
	"tenantDefaults",
	"configurations",
	"flagCatalogue",
	"failedSignIns",
	"principals",
	"administrators",
	"users",
];

/**
 * Returns the contributions of modules in {@link ORDER}.
 * @param modules in the order of their creation
 * @throws Error for a name that no module has
 */
export function inOrder(modules: Readonly<Record<string, Contribution>>): readonly Contribution[] {
	const created = Object.keys(modules);
	const ordered = [...ORDER];
	for (const [at, name] of created.entries())
		if (!ordered.includes(name)) ordered.splice(ordered.indexOf(created[at - 1] ?? "") + 1, 0, name);
	return ordered.map((name) => {
		const contribution = modules[name];
		if (contribution === undefined) throw new Error(`no module is called ${name}`);
		return contribution;
	});
}
