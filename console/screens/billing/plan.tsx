import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import type { BillingFacts } from "./billing.tsx";
import { outdatePlan } from "./outdate-plan.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { texts } from "./texts.ts";
import { TrialDialog } from "./trial-dialog.tsx";

const TONES = {
	trialing: "accent",
	active: "good",
	past_due: "danger",
	paused: "warning",
	canceled: "neutral",
	unlimited: "neutral",
} as const;

/** The plan, its price and period, and changing it. */
export function PlanSection({ orgId, billing, mayWrite }: { orgId: string; billing: BillingFacts; mayWrite: boolean }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"plan" | "trial" | null>(null);
	const keeping = useAction();
	const path = { orgId };
	const trial = useQuery({ ...read("/orgs/{orgId}/trial", { path }), enabled: mayWrite }).data;
	const { account, enforcement, plan, subscription, upcomingInvoice } = billing;
	const { interval, seats, currentPeriodStart, currentPeriodEnd } = subscription;
	const isPlanned = subscription.cancelAtPeriodEnd || subscription.pendingChange !== null;
	const mayChange = mayWrite && enforcement !== "off";
	const close = () => setOpen(null);

	async function keep(): Promise<void> {
		const body = { planCode: subscription.planCode, ...(interval && { interval }) };
		await unwrap(api.POST("/orgs/{orgId}/billing/plan", { params: { path }, body }));
		await outdatePlan();
		toast(own.kept);
	}

	const price = plan.prices[interval ?? "month"];
	const priced = [
		`${format.money(price.baseMinor, plan.currency)} ${own.intervals[interval ?? "month"]}`,
		...(price.perSeatMinor > 0
			? [own.seatPrice(format.money(price.perSeatMinor, plan.currency), format.number(plan.includedSeats))]
			: []),
	].join(", ");
	return (
		<Section title={own.plan} hint={plan.description}>
			<Facts
				facts={[
					[
						own.plan,
						<span key="plan" className="badges">
							<strong>{plan.name}</strong>
							<Badge tone={TONES[subscription.status]}>{own.statuses[subscription.status]}</Badge>
						</span>,
					],
					...(enforcement === "off" ? [] : [[own.price, priced] as const]),
					...(seats === null ? [] : [[own.seats, format.number(seats)] as const]),
					...(currentPeriodStart && currentPeriodEnd
						? [[own.period, `${format.date(currentPeriodStart)} – ${format.date(currentPeriodEnd)}`] as const]
						: []),
					...(upcomingInvoice
						? [
								[
									own.nextInvoice,
									own.nextInvoiceOn(
										format.money(upcomingInvoice.amountDueMinor, upcomingInvoice.currency),
										format.date(upcomingInvoice.periodStart),
									),
								] as const,
							]
						: []),
					...[account, ...account.otherBalances]
						.filter(({ balanceMinor }) => balanceMinor !== 0)
						.map(({ balanceMinor, currency }) => [own.balance, format.money(balanceMinor, currency)] as const),
				]}
			/>
			{keeping.problem && <Notice kind="danger">{keeping.problem.message}</Notice>}
			{mayChange && (
				<div className="section-actions">
					<Button kind="primary" onClick={() => setOpen("plan")}>
						{own.change}
					</Button>
					{isPlanned && (
						<Button busy={keeping.busy} onClick={() => void keeping.run(keep)}>
							{own.keep}
						</Button>
					)}
					{trial?.status === "none" && subscription.id === null && (
						<Button icon="clock" onClick={() => setOpen("trial")}>
							{own.startTrial}
						</Button>
					)}
				</div>
			)}
			{open === "plan" && <PlanDialog orgId={orgId} billing={billing} onClose={close} />}
			{open === "trial" && <TrialDialog orgId={orgId} onClose={close} />}
		</Section>
	);
}
