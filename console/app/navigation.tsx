import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { Fragment } from "react";
import { read } from "../api/queries.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { useMay } from "./may.ts";
import { useTexts } from "./texts.tsx";

/** The screens of the account. */
export const ACCOUNT = [
	["/me", "user", "profile"],
	["/me/notifications", "bell", "notifications"],
	["/me/security", "shield", "security"],
] as const;

/** Whether the screen is one of the account. */
export const useIsAccount = (): boolean =>
	useRouterState({ select: ({ matches }) => matches.some(({ routeId }) => routeId.startsWith("/inside/me")) });

type Links = readonly (readonly [to: string, icon: IconName, label: string, isShown: boolean])[];

/** Where one can go: what the person may read in this organization. */
export function Navigation({ orgId }: { orgId: string | undefined }) {
	const { t } = useTexts();
	const may = useMay();
	const isAccount = useIsAccount();
	const isSystem = useQuery(read("/auth/profile", {})).data?.systemAdmin === true;
	const account: Links = ACCOUNT.map(([to, icon, name]) => [to, icon, t.shell[name], isAccount]);
	const places: readonly (readonly [title: string, links: Links])[] =
		orgId === undefined
			? [
					[
						t.shell.system,
						[
							["/system/defaults", "settings", t.shell.defaults, isSystem],
							["/system/features", "flag", t.shell.features, isSystem],
							["/system/health", "pulse", t.shell.health, isSystem],
							["/system/jobs", "list", t.shell.jobs, isSystem],
							["/system/organizations", "building", t.shell.organizations, isSystem],
							["/system/plans", "card", t.shell.plans, isSystem],
						],
					],
				]
			: [
					[
						t.shell.work,
						[
							["/o/$orgId", "home", t.shell.home, true],
							["/o/$orgId/meetings", "video", t.shell.meetings, may("meeting:read")],
							["/o/$orgId/series", "calendar", t.shell.series, may("meeting:read")],
							["/o/$orgId/search", "search", t.shell.search, may("transcript:read")],
							["/o/$orgId/workspaces", "folder", t.shell.workspaces, may("workspace:read")],
						],
					],
					[
						t.shell.people,
						[
							["/o/$orgId/invitations", "mail", t.shell.invitations, may("member:read")],
							["/o/$orgId/members", "users", t.shell.members, may("member:read")],
						],
					],
					[
						t.shell.organization,
						[
							["/o/$orgId/audit", "list", t.shell.audit, may("audit:read")],
							["/o/$orgId/jobs", "list", t.shell.jobs, may("org:write")],
							["/o/$orgId/settings", "settings", t.shell.settings, may("org:write")],
							["/o/$orgId/settings/ai", "spark", t.shell.aiPolicy, may("org:write")],
							["/o/$orgId/settings/billing", "card", t.shell.billing, may("billing:read")],
							["/o/$orgId/settings/branding", "palette", t.shell.branding, may("org:write")],
							["/o/$orgId/settings/compliance", "shield", t.shell.compliance, may("audit:read")],
							["/o/$orgId/settings/danger", "danger", t.shell.danger, may("org:admin")],
							["/o/$orgId/settings/domains", "globe", t.shell.domains, may("org:write")],
							["/o/$orgId/settings/features", "flag", t.shell.features, may("org:write")],
							["/o/$orgId/settings/holidays", "sun", t.shell.holidays, may("org:read")],
							["/o/$orgId/settings/integrations", "plug", t.shell.integrations, may("org:admin")],
							["/o/$orgId/settings/keys", "key", t.shell.apiKeys, may("apikey:admin")],
							// The same screen: for most people, it has nothing else.
							["/o/$orgId/settings/danger", "logout", t.shell.leave, !may("org:admin")],
							["/o/$orgId/settings/privacy", "lock", t.shell.privacy, may("org:admin")],
							["/o/$orgId/settings/retention", "retention", t.shell.retention, may("org:write")],
							["/o/$orgId/settings/webhooks", "webhook", t.shell.webhooks, may("webhook:admin")],
						],
					],
				];
	const groups = [[t.shell.account, account] as const, ...places];
	const shown = groups.map(([title, links]) => [title, links.filter(([, , , isShown]) => isShown)] as const);
	return (
		<nav aria-label={t.common.menu}>
			{shown.map(
				([title, links]) =>
					links.length > 0 && (
						<Fragment key={title}>
							<h2>{title}</h2>
							<ul>
								{links.map(([to, icon, label]) => (
									<li key={to}>
										<Link
											to={to}
											params={{ orgId: orgId ?? "" }}
											activeProps={{ "aria-current": "page" }}
											activeOptions={{
												includeSearch: false,
												// A screen with others below it is not the one that is shown when they are.
												exact: links.some(([other]) => other.startsWith(`${to}/`)),
											}}
										>
											<Icon name={icon} />
											{label}
										</Link>
									</li>
								))}
							</ul>
						</Fragment>
					),
			)}
		</nav>
	);
}
