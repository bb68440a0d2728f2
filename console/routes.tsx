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
import { mayBeSignedIn, onSignedOut } from "./api/signed-in.ts";
import { NotFound } from "./app/not-found.tsx";
import { Shell } from "./app/shell.tsx";
import { Failure } from "./ui/states.tsx";

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
	component: lazyRouteComponent(() => import("./screens/sign-in/sign-in.tsx"), "SignIn"),
});

const register = createRoute({
	getParentRoute: () => root,
	path: "/register",
	component: lazyRouteComponent(() => import("./screens/account/register.tsx"), "Register"),
});

const forgotPassword = createRoute({
	getParentRoute: () => root,
	path: "/forgot-password",
	component: lazyRouteComponent(() => import("./screens/account/forgot-password.tsx"), "ForgotPassword"),
});

const resetPassword = createRoute({
	getParentRoute: () => root,
	path: "/reset-password",
	component: lazyRouteComponent(() => import("./screens/account/reset-password.tsx"), "ResetPassword"),
});

const verifyEmail = createRoute({
	getParentRoute: () => root,
	path: "/verify-email",
	component: lazyRouteComponent(() => import("./screens/account/verify-email.tsx"), "VerifyEmail"),
});

const invitation = createRoute({
	getParentRoute: () => root,
	path: "/invitation",
	component: lazyRouteComponent(() => import("./screens/account/invitation.tsx"), "Invitation"),
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
const Tray = lazyRouteComponent(() => import("./screens/uploads/tray.tsx"), "Tray");

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
	component: lazyRouteComponent(() => import("./screens/suggestions/no-organization.tsx"), "NoOrganization"),
});

/** The first organization of an installation. */
const firstRun = createRoute({
	getParentRoute: () => inside,
	path: "/welcome",
	beforeLoad({ context: { profile } }) {
		if (!profile.systemAdmin) throw redirect({ to: "/" });
	},
	component: lazyRouteComponent(() => import("./screens/first-run/welcome.tsx"), "Welcome"),
});

const profile = createRoute({
	getParentRoute: () => inside,
	path: "/me",
	component: lazyRouteComponent(() => import("./screens/profile/profile.tsx"), "Profile"),
});

const notifications = createRoute({
	getParentRoute: () => inside,
	path: "/me/notifications",
	validateSearch: words("show"),
	component: lazyRouteComponent(() => import("./screens/notifications/notifications.tsx"), "Notifications"),
});

const security = createRoute({
	getParentRoute: () => inside,
	path: "/me/security",
	component: lazyRouteComponent(() => import("./screens/security/security.tsx"), "Security"),
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
	component: lazyRouteComponent(() => import("./screens/tenant-defaults/defaults.tsx"), "TenantDefaults"),
});

const flags = createRoute({
	getParentRoute: () => system,
	path: "/features",
	component: lazyRouteComponent(() => import("./screens/feature-flags/flags.tsx"), "Flags"),
});

const flag = createRoute({
	getParentRoute: () => system,
	path: "/features/$key",
	component: lazyRouteComponent(() => import("./screens/feature-flags/flag.tsx"), "FlagSettings"),
});

const health = createRoute({
	getParentRoute: () => system,
	path: "/health",
	component: lazyRouteComponent(() => import("./screens/status/health.tsx"), "Health"),
});

const systemJobs = createRoute({
	getParentRoute: () => system,
	path: "/jobs",
	validateSearch: words("state", "type", "job"),
	component: lazyRouteComponent(() => import("./screens/jobs/jobs.tsx"), "SystemJobs"),
});

const organizations = createRoute({
	getParentRoute: () => system,
	path: "/organizations",
	validateSearch: words("q", "state"),
	component: lazyRouteComponent(() => import("./screens/organizations/organizations.tsx"), "Organizations"),
});

const organizationDetails = createRoute({
	getParentRoute: () => system,
	path: "/organizations/$organizationId",
	component: lazyRouteComponent(() => import("./screens/organizations/organization.tsx"), "Organization"),
});

const plans = createRoute({
	getParentRoute: () => system,
	path: "/plans",
	component: lazyRouteComponent(() => import("./screens/plans/plans.tsx"), "Plans"),
});

const plan = createRoute({
	getParentRoute: () => system,
	path: "/plans/$planCode",
	component: lazyRouteComponent(() => import("./screens/plans/plan.tsx"), "PlanSettings"),
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
	component: lazyRouteComponent(() => import("./screens/home/home.tsx"), "Home"),
});

const audit = createRoute({
	getParentRoute: () => organization,
	path: "/audit",
	validateSearch: words("q", "category", "outcome", "from", "to", "action", "actor", "target", "entry"),
	component: lazyRouteComponent(() => import("./screens/audit/audit.tsx"), "Audit"),
});

const auditStreams = createRoute({
	getParentRoute: () => organization,
	path: "/audit/streams",
	component: lazyRouteComponent(() => import("./screens/audit-streams/streams.tsx"), "Streams"),
});

const invitations = createRoute({
	getParentRoute: () => organization,
	path: "/invitations",
	validateSearch: words("state"),
	component: lazyRouteComponent(() => import("./screens/invitations/invitations.tsx"), "Invitations"),
});

const jobs = createRoute({
	getParentRoute: () => organization,
	path: "/jobs",
	validateSearch: words("state", "type", "job"),
	component: lazyRouteComponent(() => import("./screens/jobs/jobs.tsx"), "Jobs"),
});

const search = createRoute({
	getParentRoute: () => organization,
	path: "/search",
	validateSearch: words("q", "workspaceId"),
	component: lazyRouteComponent(() => import("./screens/transcript-search/search.tsx"), "Search"),
});

const members = createRoute({
	getParentRoute: () => organization,
	path: "/members",
	validateSearch: words("q", "role"),
	component: lazyRouteComponent(() => import("./screens/members/members.tsx"), "Members"),
});

const workspaces = createRoute({
	getParentRoute: () => organization,
	path: "/workspaces",
	validateSearch: words("q"),
	component: lazyRouteComponent(() => import("./screens/workspaces/workspaces.tsx"), "Workspaces"),
});

const workspace = createRoute({
	getParentRoute: () => organization,
	path: "/workspaces/$workspaceId",
	component: lazyRouteComponent(() => import("./screens/workspaces/workspace.tsx"), "Workspace"),
});

const meetings = createRoute({
	getParentRoute: () => organization,
	path: "/meetings",
	validateSearch: words("q", "state", "workspaceId"),
	component: lazyRouteComponent(() => import("./screens/meetings/meetings.tsx"), "Meetings"),
});

const meeting = createRoute({
	getParentRoute: () => organization,
	path: "/meetings/$meetingId",
	validateSearch: words("at", "lang"),
	component: lazyRouteComponent(() => import("./screens/meetings/meeting.tsx"), "Meeting"),
});

const seriesList = createRoute({
	getParentRoute: () => organization,
	path: "/series",
	validateSearch: words("q", "workspaceId"),
	component: lazyRouteComponent(() => import("./screens/series/series-list.tsx"), "SeriesList"),
});

const series = createRoute({
	getParentRoute: () => organization,
	path: "/series/$seriesId",
	validateSearch: words("show"),
	component: lazyRouteComponent(() => import("./screens/series/series.tsx"), "SeriesPage"),
});

const attendance = createRoute({
	getParentRoute: () => organization,
	path: "/meetings/$meetingId/attendance",
	validateSearch: words("status"),
	component: lazyRouteComponent(() => import("./screens/attendance/attendance.tsx"), "Attendance"),
});

const seriesAttendance = createRoute({
	getParentRoute: () => organization,
	path: "/series/$seriesId/attendance",
	validateSearch: words("from", "to"),
	component: lazyRouteComponent(() => import("./screens/attendance/series.tsx"), "SeriesAttendance"),
});

const record = createRoute({
	getParentRoute: () => organization,
	path: "/record",
	validateSearch: words("workspaceId"),
	component: lazyRouteComponent(() => import("./screens/uploads/record.tsx"), "Record"),
});

const settings = createRoute({
	getParentRoute: () => organization,
	path: "/settings",
	component: lazyRouteComponent(() => import("./screens/settings/settings.tsx"), "Settings"),
});

const aiPolicy = createRoute({
	getParentRoute: () => organization,
	path: "/settings/ai",
	component: lazyRouteComponent(() => import("./screens/ai-policy/ai-policy.tsx"), "AiPolicy"),
});

const billing = createRoute({
	getParentRoute: () => organization,
	path: "/settings/billing",
	component: lazyRouteComponent(() => import("./screens/billing/billing.tsx"), "Billing"),
});

const invoices = createRoute({
	getParentRoute: () => organization,
	path: "/settings/billing/invoices",
	validateSearch: words("status", "invoice"),
	component: lazyRouteComponent(() => import("./screens/invoices/invoices.tsx"), "Invoices"),
});

const usage = createRoute({
	getParentRoute: () => organization,
	path: "/settings/billing/usage",
	validateSearch: words("meter", "by"),
	component: lazyRouteComponent(() => import("./screens/usage/usage.tsx"), "Usage"),
});

const branding = createRoute({
	getParentRoute: () => organization,
	path: "/settings/branding",
	component: lazyRouteComponent(() => import("./screens/branding/branding.tsx"), "Branding"),
});

const compliance = createRoute({
	getParentRoute: () => organization,
	path: "/settings/compliance",
	component: lazyRouteComponent(() => import("./screens/compliance/compliance.tsx"), "Compliance"),
});

const danger = createRoute({
	getParentRoute: () => organization,
	path: "/settings/danger",
	component: lazyRouteComponent(() => import("./screens/danger/danger.tsx"), "Danger"),
});

const domains = createRoute({
	getParentRoute: () => organization,
	path: "/settings/domains",
	component: lazyRouteComponent(() => import("./screens/domains/domains.tsx"), "Domains"),
});

const features = createRoute({
	getParentRoute: () => organization,
	path: "/settings/features",
	component: lazyRouteComponent(() => import("./screens/features/features.tsx"), "Features"),
});

const holidays = createRoute({
	getParentRoute: () => organization,
	path: "/settings/holidays",
	component: lazyRouteComponent(() => import("./screens/holidays/holidays.tsx"), "HolidaysPage"),
});

const integrations = createRoute({
	getParentRoute: () => organization,
	path: "/settings/integrations",
	component: lazyRouteComponent(() => import("./screens/integrations/integrations.tsx"), "Integrations"),
});

const apiKeys = createRoute({
	getParentRoute: () => organization,
	path: "/settings/keys",
	validateSearch: words("maker"),
	component: lazyRouteComponent(() => import("./screens/api-keys/keys.tsx"), "ApiKeys"),
});

const privacy = createRoute({
	getParentRoute: () => organization,
	path: "/settings/privacy",
	component: lazyRouteComponent(() => import("./screens/privacy/privacy.tsx"), "Privacy"),
});

const retention = createRoute({
	getParentRoute: () => organization,
	path: "/settings/retention",
	component: lazyRouteComponent(() => import("./screens/retention/retention.tsx"), "Retention"),
});

const webhooks = createRoute({
	getParentRoute: () => organization,
	path: "/settings/webhooks",
	validateSearch: words("maker"),
	component: lazyRouteComponent(() => import("./screens/webhooks/webhooks.tsx"), "Webhooks"),
});

const webhook = createRoute({
	getParentRoute: () => organization,
	path: "/settings/webhooks/$webhookId",
	validateSearch: words("state", "delivery"),
	component: lazyRouteComponent(() => import("./screens/webhooks/webhook.tsx"), "WebhookPage"),
});

const firstSteps = createRoute({
	getParentRoute: () => organization,
	path: "/welcome",
	validateSearch: words("step"),
	component: lazyRouteComponent(() => import("./screens/first-run/steps.tsx"), "Steps"),
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

onSignedOut(() => {
	queries.clear();
	void router.navigate({ to: "/sign-in" });
});

declare module "@tanstack/react-router" {
	interface Register {
		router: typeof router;
	}
}
