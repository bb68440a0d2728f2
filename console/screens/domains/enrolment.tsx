import { useQuery } from "@tanstack/react-query";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { SelectField, SwitchField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { texts } from "./texts.ts";

type Domain = components["schemas"]["Domain"];

/** Roles that a domain can give, in the order of the list. */
const ROLES = ["member", "guest", "student", "teacher", "manager"] as const satisfies readonly Domain["defaultRole"][];

/** Who joins by a domain, and how. */
export function EnrolmentDialog({ orgId, domain, onClose }: { orgId: string; domain: string; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const path = { orgId, domain };
	const found = useQuery(readVersioned("/orgs/{orgId}/domains/{domain}", { path }));

	async function save(values: Values, _domain: Domain, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		const body = {
			enrollmentMode: values.enrollmentMode as Domain["enrollmentMode"],
			defaultRole: values.defaultRole as Domain["defaultRole"],
			includeSubdomains: "includeSubdomains" in values,
		};
		await unwrap(api.PATCH("/orgs/{orgId}/domains/{domain}", { params, body }));
		await outdate("/orgs/{orgId}/domains", "/orgs/{orgId}/domains/{domain}");
	}

	return (
		<EditDialog title={own.enrolTitle(domain)} lead={own.enrolText} found={found} onSave={save} onClose={onClose}>
			{({ enrollmentMode, defaultRole, includeSubdomains }) => (
				<>
					<SelectField
						label={own.enrolment}
						hint={own.enrolmentHint}
						name="enrollmentMode"
						defaultValue={enrollmentMode}
						options={Object.entries(own.modes)}
					/>
					<SelectField
						label={own.role}
						name="defaultRole"
						defaultValue={defaultRole}
						options={ROLES.map((role) => [role, t.roles[role]] as const)}
					/>
					<SwitchField
						label={own.subdomains}
						hint={own.subdomainsHint(domain)}
						name="includeSubdomains"
						defaultChecked={includeSubdomains}
					/>
				</>
			)}
		</EditDialog>
	);
}
