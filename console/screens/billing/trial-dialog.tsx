import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { outdatePlan } from "./outdate-plan.ts";
import { texts } from "./texts.ts";

/** Starts the one trial of an organization. */
export function TrialDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const plans = useQuery(read("/configurations/plans", {})).data?.plans ?? [];
	const offered = plans.filter(({ isPublic, trialDays }) => isPublic && trialDays > 0);
	return (
		<Dialog title={own.startTrial} lead={own.trialText} onClose={onClose}>
			<Form
				onSubmit={async ({ planCode = "" }) => {
					await unwrap(api.POST("/orgs/{orgId}/trial", { params: { path: { orgId } }, body: { planCode } }));
					await outdatePlan();
					onClose();
					toast(own.trialStarted);
				}}
			>
				{(busy) => (
					<>
						<SelectField
							label={own.plan}
							name="planCode"
							options={offered.map(({ code, name, trialDays }) => [
								code,
								`${name} · ${own.days(format.number(trialDays))}`,
							])}
						/>
						<FormActions busy={busy} submit={own.startTrial} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
