import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Answer, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { AccountForm } from "./account.tsx";
import { Limits } from "./limits.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { PlanSection } from "./plan.tsx";
import { texts } from "./texts.ts";

export type BillingFacts = Answer<"/orgs/{orgId}/billing">;

const route = getRouteApi("/inside/o/$orgId/settings/billing");

/** What the organization has subscribed to, how much of it is used, and how it pays. */
export function Billing() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const may = useMay();
	const { data, error, refetch } = useQuery(read("/orgs/{orgId}/billing", { path: { orgId } }));
	const mayWrite = may("billing:write");
	return (
		<Page
			title={own.title}
			lead={own.lead}
			actions={
				<>
					<Link className="button" to="/o/$orgId/settings/billing/usage" params={{ orgId }}>
						{own.usage}
					</Link>
					<Link className="button" to="/o/$orgId/settings/billing/invoices" params={{ orgId }}>
						{own.invoices}
					</Link>
				</>
			}
		>
			{data ? (
				<>
					<Notices orgId={orgId} billing={data} />
					<PlanSection orgId={orgId} billing={data} mayWrite={mayWrite} />
					<Limits entitlements={data.entitlements} />
					{data.account.provider === "stripe" && <PaymentMethods orgId={orgId} mayWrite={mayWrite} />}
					<AccountForm orgId={orgId} mayWrite={mayWrite} />
				</>
			) : error ? (
				<Failure error={error} onRetry={refetch} />
			) : (
				<Loading />
			)}
		</Page>
	);
}

/** What has to be done, or will happen by itself. */
function Notices({ orgId, billing }: { orgId: string; billing: BillingFacts }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { account, enforcement, subscription } = billing;
	const { cancelAtPeriodEnd, currentPeriodEnd, pendingChange, status, trialEndsAt } = subscription;
	return (
		<>
			{enforcement === "off" && <Notice kind="info">{own.off}</Notice>}
			{account.delinquent && (
				<Notice kind="danger">
					{own.delinquent}{" "}
					<Link to="/o/$orgId/settings/billing/invoices" params={{ orgId }} search={{ status: "open" }}>
						{own.openInvoices}
					</Link>
				</Notice>
			)}
			{status === "trialing" && trialEndsAt !== null && (
				<Notice kind="info">{own.trialEnds(format.date(trialEndsAt), format.ago(trialEndsAt))}</Notice>
			)}
			{cancelAtPeriodEnd && currentPeriodEnd !== null && (
				<Notice kind="warning">{own.ends(format.date(currentPeriodEnd))}</Notice>
			)}
			{pendingChange && (
				<Notice kind="warning">
					{own.pending(
						format.date(pendingChange.effectiveAt),
						pendingChange.planCode,
						format.number(pendingChange.seats),
					)}
				</Notice>
			)}
		</>
	);
}
