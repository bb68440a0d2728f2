import {
	createRootRoute,
	createRoute,
	createRouter,
	lazyRouteComponent,
	Outlet,
	redirect,
} from "@tanstack/react-router";
import { Suspense } from "react";
import { ProblemError } from "#client";
import { session } from "./api/client.ts";
import { API_BASE, CONSOLE_PATH } from "./api/place.ts";
import { queries, read } from "./api/queries.ts";
import { patiently } from "./api/reach.ts";
import { mayBeSignedIn, onSignedOut } from "./api/signed-in.ts";
import { NotFound } from "./app/not-found.tsx";
import { Shell } from "./app/shell.tsx";
import { Failure } from "./ui/states.tsx";

/** Loads a screen when it is first shown; while the server does not answer, the screen before stays. */
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => patiently(load), name);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Reads these words of the query of an address; anything else in it is dropped. */
const words =
	<K extends string>(...names: readonly K[]) =>
	(search: Record<string, unknown>): { [N in K]?: string } =>
		Object.fromEntries(
			names.flatMap((name) => (typeof search[name] === "string" && search[name] !== "" ? [[name, search[name]]] : [])),
		) as { [N in K]?: string };

const signIn = createRoute({
	getParentRoute: () => root,
	path: "/sign-in",
	validateSearch: words("next", "error"),
	component: screen(() => import("./screens/sign-in/sign-in.tsx"), "SignIn"),
});

const register = createRoute({
	getParentRoute: () => root,
	path: "/register",
	component: screen(() => import("./screens/account/register.tsx"), "Register"),
});

const forgotPassword = createRoute({
	getParentRoute: () => root,
	path: "/forgot-password",
	component: screen(() => import("./screens/account/forgot-password.tsx"), "ForgotPassword"),
});

const resetPassword = createRoute({
	getParentRoute: () => root,
	path: "/reset-password",
	component: screen(() => import("./screens/account/reset-password.tsx"), "ResetPassword"),
});

const verifyEmail = createRoute({
	getParentRoute: () => root,
	path: "/verify-email",
	component: screen(() => import("./screens/account/verify-email.tsx"), "VerifyEmail"),
});

const invitation = createRoute({
	getParentRoute: () => root,
	path: "/invitation",
	component: screen(() => import("./screens/account/invitation.tsx"), "Invitation"),
});

/** The room of a meeting is a page by itself, to which the sign-in leads back. */
const meet = createRoute({
	getParentRoute: () => root,
	path: "/meet/$meetingId",
	beforeLoad({ params: { meetingId } }) {
		location.replace(new URL(`meet/${meetingId}`, API_BASE));
		return new Promise<never>(() => undefined);
	},
});

/** Everything below is for people who are signed in. */
const inside = createRoute({
	getParentRoute: () => root,
	id: "inside",
	async beforeLoad({ location }) {
		const stranger = () => redirect({ to: "/sign-in", search: { next: location.href } });
		if (!mayBeSignedIn()) throw stranger();
		try {
			return { profile: await queries.ensureQueryData(read("/auth/profile", {})) };
		} catch (error) {
			throw ProblemError.is(error) && error.status === 401 ? stranger() : error;
		}
	},
	component: () => (
		<>
			<Shell />
			<Suspense>
				<Tray />
			</Suspense>
		</>
	),
});

/** Loaded after the first screen: it is about what goes on meanwhile. */
const Tray = screen(() => import("./screens/uploads/tray.tsx"), "Tray");

const start = createRoute({
	getParentRoute: () => inside,
	path: "/",
	async beforeLoad({ context: { profile } }) {
		const orgId = profile.activeOrgId ?? profile.memberships[0]?.orgId;
		if (orgId !== undefined) throw redirect({ to: "/o/$orgId", params: { orgId } });
		if (!profile.systemAdmin) return;
		const [any] = await queries.fetchQuery({ ...read("/orgs", { query: { limit: 1 } }), staleTime: 0 });
		throw redirect({ to: any ? "/system/organizations" : "/welcome" });
	},
	component: screen(() => import("./screens/suggestions/no-organization.tsx"), "NoOrganization"),
});

/** The first organization of an installation. */
const firstRun = createRoute({
	getParentRoute: () => inside,
	path: "/welcome",
	beforeLoad({ context: { profile } }) {
		if (!profile.systemAdmin) throw redirect({ to: "/" });
	},
	component: screen(() => import("./screens/first-run/welcome.tsx"), "Welcome"),
});

const profile = createRoute({
	getParentRoute: () => inside,
	path: "/me",
	component: screen(() => import("./screens/profile/profile.tsx"), "Profile"),
});

const notifications = createRoute({
	getParentRoute: () => inside,
	path: "/me/notifications",
	validateSearch: words("show"),
	component: screen(() => import("./screens/notifications/notifications.tsx"), "Notifications"),
});

const security = createRoute({
	getParentRoute: () => inside,
	path: "/me/security",
	component: screen(() => import("./screens/security/security.tsx"), "Security"),
});

/** What concerns all organizations: for system administrators. */
const system = createRoute({
	getParentRoute: () => inside,
	path: "/system",
	beforeLoad({ context: { profile } }) {
		if (!profile.systemAdmin) throw redirect({ to: "/" });
	},
	component: Outlet,
});

const tenantDefaults = createRoute({
	getParentRoute: () => system,
	path: "/defaults",
	validateSearch: words("kind"),
	component: screen(() => import("./screens/tenant-defaults/defaults.tsx"), "TenantDefaults"),
});

const flags = createRoute({
	getParentRoute: () => system,
	path: "/features",
	component: screen(() => import("./screens/feature-flags/flags.tsx"), "Flags"),
});

const flag = createRoute({
	getParentRoute: () => system,
	path: "/features/$key",
	component: screen(() => import("./screens/feature-flags/flag.tsx"), "FlagSettings"),
});

const health = createRoute({
	getParentRoute: () => system,
	path: "/health",
	component: screen(() => import("./screens/status/health.tsx"), "Health"),
});

const systemJobs = createRoute({
	getParentRoute: () => system,
	path: "/jobs",
	validateSearch: words("state", "type", "job"),
	component: screen(() => import("./screens/jobs/jobs.tsx"), "SystemJobs"),
});

const organizations = createRoute({
	getParentRoute: () => system,
	path: "/organizations",
	validateSearch: words("q", "state"),
	component: screen(() => import("./screens/organizations/organizations.tsx"), "Organizations"),
});

const organizationDetails = createRoute({
	getParentRoute: () => system,
	path: "/organizations/$organizationId",
	component: screen(() => import("./screens/organizations/organization.tsx"), "Organization"),
});

const plans = createRoute({
	getParentRoute: () => system,
	path: "/plans",
	component: screen(() => import("./screens/plans/plans.tsx"), "Plans"),
});

const plan = createRoute({
	getParentRoute: () => system,
	path: "/plans/$planCode",
	component: screen(() => import("./screens/plans/plan.tsx"), "PlanSettings"),
});

/** The organization of the address: the token of the tab is made to match it. */
const organization = createRoute({
	getParentRoute: () => inside,
	path: "/o/$orgId",
	async beforeLoad({ context: { profile }, params: { orgId } }) {
		if (profile.activeOrgId === orgId) return;
		await session.enter(orgId);
		// Its scopes are those of the organization.
		await queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 });
	},
	component: Outlet,
});

const home = createRoute({
	getParentRoute: () => organization,
	path: "/",
	component: screen(() => import("./screens/home/home.tsx"), "Home"),
});

const audit = createRoute({
	getParentRoute: () => organization,
	path: "/audit",
	validateSearch: words("q", "category", "outcome", "from", "to", "action", "actor", "target", "entry"),
	component: screen(() => import("./screens/audit/audit.tsx"), "Audit"),
});

const auditStreams = createRoute({
	getParentRoute: () => organization,
	path: "/audit/streams",
	component: screen(() => import("./screens/audit-streams/streams.tsx"), "Streams"),
});

const invitations = createRoute({
	getParentRoute: () => organization,
	path: "/invitations",
	validateSearch: words("state"),
	component: screen(() => import("./screens/invitations/invitations.tsx"), "Invitations"),
});

const jobs = createRoute({
	getParentRoute: () => organization,
	path: "/jobs",
	validateSearch: words("state", "type", "job"),
	component: screen(() => import("./screens/jobs/jobs.tsx"), "Jobs"),
});

const search = createRoute({
	getParentRoute: () => organization,
	path: "/search",
	validateSearch: words("q", "workspaceId"),
	component: screen(() => import("./screens/transcript-search/search.tsx"), "Search"),
});

const members = createRoute({
	getParentRoute: () => organization,
	path: "/members",
	validateSearch: words("q", "role"),
	component: screen(() => import("./screens/members/members.tsx"), "Members"),
});

const workspaces = createRoute({
	getParentRoute: () => organization,
	path: "/workspaces",
	validateSearch: words("q"),
	component: screen(() => import("./screens/workspaces/workspaces.tsx"), "Workspaces"),
});

const workspace = createRoute({
	getParentRoute: () => organization,
	path: "/workspaces/$workspaceId",
	component: screen(() => import("./screens/workspaces/workspace.tsx"), "Workspace"),
});

const meetings = createRoute({
	getParentRoute: () => organization,
	path: "/meetings",
	validateSearch: words("q", "state", "workspaceId"),
	component: screen(() => import("./screens/meetings/meetings.tsx"), "Meetings"),
});

const meeting = createRoute({
	getParentRoute: () => organization,
	path: "/meetings/$meetingId",
	validateSearch: words("at", "lang", "transcript"),
	component: screen(() => import("./screens/meetings/meeting.tsx"), "Meeting"),
});

const seriesList = createRoute({
	getParentRoute: () => organization,
	path: "/series",
	validateSearch: words("q", "workspaceId"),
	component: screen(() => import("./screens/series/series-list.tsx"), "SeriesList"),
});

const series = createRoute({
	getParentRoute: () => organization,
	path: "/series/$seriesId",
	validateSearch: words("show"),
	component: screen(() => import("./screens/series/series.tsx"), "SeriesPage"),
});

const attendance = createRoute({
	getParentRoute: () => organization,
	path: "/meetings/$meetingId/attendance",
	validateSearch: words("status"),
	component: screen(() => import("./screens/attendance/attendance.tsx"), "Attendance"),
});

const seriesAttendance = createRoute({
	getParentRoute: () => organization,
	path: "/series/$seriesId/attendance",
	validateSearch: words("from", "to"),
	component: screen(() => import("./screens/attendance/series.tsx"), "SeriesAttendance"),
});

const record = createRoute({
	getParentRoute: () => organization,
	path: "/record",
	validateSearch: words("workspaceId"),
	component: screen(() => import("./screens/uploads/record.tsx"), "Record"),
});

const settings = createRoute({
	getParentRoute: () => organization,
	path: "/settings",
	component: screen(() => import("./screens/settings/settings.tsx"), "Settings"),
});

const aiPolicy = createRoute({
	getParentRoute: () => organization,
	path: "/settings/ai",
	component: screen(() => import("./screens/ai-policy/ai-policy.tsx"), "AiPolicy"),
});

const billing = createRoute({
	getParentRoute: () => organization,
	path: "/settings/billing",
	component: screen(() => import("./screens/billing/billing.tsx"), "Billing"),
});

const invoices = createRoute({
	getParentRoute: () => organization,
	path: "/settings/billing/invoices",
	validateSearch: words("status", "invoice"),
	component: screen(() => import("./screens/invoices/invoices.tsx"), "Invoices"),
});

const usage = createRoute({
	getParentRoute: () => organization,
	path: "/settings/billing/usage",
	validateSearch: words("meter", "by"),
	component: screen(() => import("./screens/usage/usage.tsx"), "Usage"),
});

const branding = createRoute({
	getParentRoute: () => organization,
	path: "/settings/branding",
	component: screen(() => import("./screens/branding/branding.tsx"), "Branding"),
});

const compliance = createRoute({
	getParentRoute: () => organization,
	path: "/settings/compliance",
	component: screen(() => import("./screens/compliance/compliance.tsx"), "Compliance"),
});

const danger = createRoute({
	getParentRoute: () => organization,
	path: "/settings/danger",
	component: screen(() => import("./screens/danger/danger.tsx"), "Danger"),
});

const domains = createRoute({
	getParentRoute: () => organization,
	path: "/settings/domains",
	component: screen(() => import("./screens/domains/domains.tsx"), "Domains"),
});

const features = createRoute({
	getParentRoute: () => organization,
	path: "/settings/features",
	component: screen(() => import("./screens/features/features.tsx"), "Features"),
});

const holidays = createRoute({
	getParentRoute: () => organization,
	path: "/settings/holidays",
	component: screen(() => import("./screens/holidays/holidays.tsx"), "HolidaysPage"),
});

const integrations = createRoute({
	getParentRoute: () => organization,
	path: "/settings/integrations",
	component: screen(() => import("./screens/integrations/integrations.tsx"), "Integrations"),
});

const apiKeys = createRoute({
	getParentRoute: () => organization,
	path: "/settings/keys",
	validateSearch: words("maker"),
	component: screen(() => import("./screens/api-keys/keys.tsx"), "ApiKeys"),
});

const privacy = createRoute({
	getParentRoute: () => organization,
	path: "/settings/privacy",
	component: screen(() => import("./screens/privacy/privacy.tsx"), "Privacy"),
});

const retention = createRoute({
	getParentRoute: () => organization,
	path: "/settings/retention",
	component: screen(() => import("./screens/retention/retention.tsx"), "Retention"),
});

const webhooks = createRoute({
	getParentRoute: () => organization,
	path: "/settings/webhooks",
	validateSearch: words("maker"),
	component: screen(() => import("./screens/webhooks/webhooks.tsx"), "Webhooks"),
});

const webhook = createRoute({
	getParentRoute: () => organization,
	path: "/settings/webhooks/$webhookId",
	validateSearch: words("state", "delivery"),
	component: screen(() => import("./screens/webhooks/webhook.tsx"), "WebhookPage"),
});

const firstSteps = createRoute({
	getParentRoute: () => organization,
	path: "/welcome",
	validateSearch: words("step"),
	component: screen(() => import("./screens/first-run/steps.tsx"), "Steps"),
});

export const router = createRouter({
	routeTree: root.addChildren([
		signIn,
		register,
		forgotPassword,
		resetPassword,
		verifyEmail,
		invitation,
		meet,
		inside.addChildren([
			start,
			firstRun,
			profile,
			notifications,
			security,
			system.addChildren([
				tenantDefaults,
				flags,
				flag,
				health,
				systemJobs,
				organizations,
				organizationDetails,
				plans,
				plan,
			]),
			organization.addChildren([
				home,
				audit,
				auditStreams,
				firstSteps,
				invitations,
				jobs,
				meetings,
				meeting,
				attendance,
				seriesAttendance,
				members,
				record,
				search,
				seriesList,
				series,
				settings,
				aiPolicy,
				billing,
				invoices,
				usage,
				branding,
				compliance,
				danger,
				domains,
				features,
				holidays,
				integrations,
				apiKeys,
				privacy,
				retention,
				webhooks,
				webhook,
				workspaces,
				workspace,
			]),
		]),
	]),
	basepath: CONSOLE_PATH,
	defaultPreload: "intent",
	scrollRestoration: true,
	defaultErrorComponent: ({ error, reset }) => (
		<Failure error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
	),
});

onSignedOut(({ byServer = false }) => {
	queries.clear();
	const next = router.state.location.href;
	void router.navigate({ to: "/sign-in", search: byServer ? { next } : {} });
});

declare module "@tanstack/react-router" {
	interface Register {
		router: typeof router;
	}
}
