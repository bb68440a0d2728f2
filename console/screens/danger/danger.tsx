import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type Answer, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Page } from "../../ui/page.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { DeleteSection } from "./delete.tsx";
import { LeaveSection } from "./leave.tsx";
import { OwnershipSection } from "./ownership.tsx";
import { SuspendSection } from "./suspend.tsx";
import { texts } from "./texts.ts";

export type Organization = Answer<"/orgs/{orgId}">;

const route = getRouteApi("/inside/o/$orgId/settings/danger");

/** What cannot be undone, or stops work: leaving, passing on, suspending and deleting the organization. Most people may only leave. */
export function Danger() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const may = useMay();
	const profile = useQuery(read("/auth/profile", {})).data;
	const { data, error, refetch } = useQuery(read("/orgs/{orgId}", { path: { orgId }, query: { fields: "*" } }));
	const membership = profile?.memberships.find((each) => each.orgId === orgId);
	const isActive = data?.state === "active";
	const isAdmin = may("org:admin");
	return (
		<Page title={isAdmin ? own.title : own.leave} lead={isAdmin ? own.lead : own.leaveHint}>
			{data && profile ? (
				<>
					{membership && (
						<LeaveSection
							orgId={orgId}
							name={data.name}
							userId={profile.id}
							title={isAdmin ? own.leave : data.name}
							hint={isAdmin ? own.leaveHint : own.leaveText}
						/>
					)}
					{membership?.role === "owner" && isActive && <OwnershipSection orgId={orgId} userId={profile.id} />}
					{isAdmin && (
						<>
							{data.state !== "pending_deletion" && <SuspendSection orgId={orgId} organization={data} />}
							<DeleteSection orgId={orgId} organization={data} />
						</>
					)}
				</>
			) : error ? (
				<Failure error={error} onRetry={refetch} />
			) : (
				<Loading />
			)}
		</Page>
	);
}
