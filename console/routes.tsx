import {
	createRootRoute,
	createRoute,
	createRouter,
	lazyRouteComponent,
	Outlet,
	redirect,
} from "@tanstack/react-router";
import { ProblemError } from "#client";
import { session } from "./api/client.ts";
import { CONSOLE_PATH } from "./api/place.ts";
import { queries, read } from "./api/queries.ts";
import { mayBeSignedIn, onSignedOut } from "./api/signed-in.ts";
import { NoOrganization } from "./app/no-organization.tsx";
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
	component: Shell,
});

const start = createRoute({
	getParentRoute: () => inside,
	path: "/",
	beforeLoad({ context: { profile } }) {
		const orgId = profile.activeOrgId ?? profile.memberships[0]?.orgId;
		if (orgId !== undefined) throw redirect({ to: "/o/$orgId/meetings", params: { orgId } });
		if (profile.systemAdmin) throw redirect({ to: "/system/organizations" });
	},
	component: NoOrganization,
});

const organizations = createRoute({
	getParentRoute: () => inside,
	path: "/system/organizations",
	validateSearch: words("q", "state"),
	component: lazyRouteComponent(() => import("./screens/organizations/organizations.tsx"), "Organizations"),
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

const meetings = createRoute({
	getParentRoute: () => organization,
	path: "/meetings",
	validateSearch: words("q", "state", "workspaceId"),
	component: lazyRouteComponent(() => import("./screens/meetings/meetings.tsx"), "Meetings"),
});

const meeting = createRoute({
	getParentRoute: () => organization,
	path: "/meetings/$meetingId",
	validateSearch: words("lang"),
	component: lazyRouteComponent(() => import("./screens/meetings/meeting.tsx"), "Meeting"),
});

const settings = createRoute({
	getParentRoute: () => organization,
	path: "/settings",
	component: lazyRouteComponent(() => import("./screens/settings/settings.tsx"), "Settings"),
});

export const router = createRouter({
	routeTree: root.addChildren([
		signIn,
		inside.addChildren([
			start,
			organizations,
			organization.addChildren([meetings, meeting, workspaces, members, settings]),
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
