// Generated from the facts of every module by `bun scripts/client.ts`; do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        "action_item.created": {
            /** @description id of the action item */
            id: string;
            /** @description id of its meeting */
            meetingId: string;
            ownerId: string | null;
            dueDay: string | null;
            /** @description status of the item; `dropped`: it will not be done */
            status: "open" | "done" | "dropped";
            /** @description Whether a user made or changed it; it is then kept when the summary is made again. */
            edited: boolean;
            /** @description Version, for `If-Match`. */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "action_item.deleted": components["schemas"]["action_item.created"];
        "action_item.updated": components["schemas"]["action_item.created"];
        "attendance.ready": {
            /** @description id of the meeting */
            meetingId: string;
            /** @description Participants who were present. */
            present: number;
            /** @description Participants who came late. */
            late: number;
            /** @description Participants who left early. */
            leftEarly: number;
            /** @description Participants who were absent, including participants who were invited and never came. */
            absent: number;
            thresholds: {
                /** @description Participants who join more minutes after the start are late. The start is the later of the scheduled and the actual one. */
                lateAfterMinutes: number;
                /** @description Participants who leave more minutes before the end left early. The end is the earlier of the scheduled and the actual one. */
                leftEarlyMinutes: number;
                /** @description Participants who were there for a smaller part of the meeting are absent. */
                presentPercent: number;
            };
        };
        "billing.account.refunded": {
            /** @description `billingAccountId` of the organization. */
            id: string;
            /** @description `manual`: the operator records payments; `stripe`: invoices are collected by Stripe */
            provider: "manual" | "stripe";
            /** @description ISO 4217. */
            currency: string;
            /** @description In minor units of the currency. */
            refundedMinor: number;
        };
        "billing.account.updated": {
            /** @description `billingAccountId` of the organization. */
            id: string;
            /** @description `manual`: the operator records payments; `stripe`: invoices are collected by Stripe */
            provider: "manual" | "stripe";
            /** @description ISO 4217. */
            currency: string;
        };
        "billing.credit_note.issued": {
            /** @description id of the invoice */
            id: string;
            /** @description `credit_note`: credits an invoice, or a part of it */
            kind: "invoice" | "credit_note";
            /** @description Consecutive within the kind, without gaps. */
            number: string;
            /** @description `open`: due; `issued`: a credit note, on which nothing is due */
            status: "open" | "paid" | "void" | "issued";
            /** @description ISO 4217. */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            periodStart: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            periodEnd: string;
            /** @description Subtotal with the taxes that it does not include, in minor units of the currency (cents). */
            totalMinor: number;
            /** @description Amount due, never negative, in minor units of the currency (cents). */
            amountDueMinor: number;
            /** @description Amount paid, in minor units of the currency (cents). */
            amountPaidMinor: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            dueAt: string;
            invoiceId: string | null;
        };
        "billing.invoice.issued": components["schemas"]["billing.credit_note.issued"];
        "billing.invoice.overdue": components["schemas"]["billing.credit_note.issued"];
        "billing.invoice.paid": components["schemas"]["billing.credit_note.issued"];
        "billing.invoice.partly_paid": components["schemas"]["billing.credit_note.issued"];
        "billing.invoice.voided": components["schemas"]["billing.credit_note.issued"];
        "billing.payment_method.added": {
            /** @description id of the payment method */
            id: string;
            /** @description Name given by the provider. */
            type: string;
            /** @description Whether invoices are collected from it. */
            isDefault: boolean;
        };
        "billing.payment_method.removed": components["schemas"]["billing.payment_method.added"];
        "billing.payment.failed": {
            /** @description id of the payment */
            id: string;
            /** @description id of the invoice */
            invoiceId: string;
            /** @description In minor units of the currency. */
            amountMinor: number;
            /** @description ISO 4217. */
            currency: string;
            failureCode: string | null;
        };
        "billing.plan_change_scheduled": {
            id: string | null;
            /** @description The code of a plan. */
            planCode: string;
            /** @description state of the subscription */
            status: "trialing" | "active" | "past_due" | "paused" | "canceled" | "unlimited";
            interval: ("month" | "year") | null;
            seats: number | null;
            currentPeriodStart: string | null;
            currentPeriodEnd: string | null;
            /** @description Whether it ends with the current period. */
            cancelAtPeriodEnd: boolean;
            pendingChange: {
                /** @description The code of a plan. */
                planCode: string;
                /** @description length of a period */
                interval: "month" | "year";
                /** @description Paid seats, which limit the number of members where seats have a price. */
                seats: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC, milliseconds.
                 */
                effectiveAt: string;
            } | null;
            trialEndsAt: string | null;
            /** @description id of the organization */
            orgId: string;
        };
        "billing.plan_changed": components["schemas"]["billing.plan_change_scheduled"];
        "billing.subscription_canceled": components["schemas"]["billing.plan_change_scheduled"];
        "billing.subscription_past_due": components["schemas"]["billing.plan_change_scheduled"];
        "billing.subscription_paused": components["schemas"]["billing.plan_change_scheduled"];
        "billing.subscription_renewed": components["schemas"]["billing.plan_change_scheduled"];
        "billing.subscription_resumed": components["schemas"]["billing.plan_change_scheduled"];
        "billing.trial_converted": components["schemas"]["billing.plan_change_scheduled"];
        "billing.trial_expired": components["schemas"]["billing.plan_change_scheduled"];
        "billing.trial_expiring": {
            planCode: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            endsAt: string;
            daysLeft: number;
        };
        "billing.trial_started": components["schemas"]["billing.plan_change_scheduled"];
        "billing.usage_threshold_reached": {
            /** @description meter */
            meter: "meeting_minutes" | "recording_storage_bytes" | "transcription_minutes" | "translation_minutes" | "ai_summaries" | "seats" | "api_requests";
            /** @description Share of the limit that was reached, in percent: 80 or 100. */
            threshold: number;
            /** @description In the unit of the meter. */
            limit: number;
            /** @description In the unit of the meter; a minute that has begun is counted. */
            used: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            periodStart: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            periodEnd: string;
            /** @description what happens beyond the limit: nothing, nothing more can be begun, or it is charged */
            beyond: "announced" | "refused" | "charged";
        };
        "feature_flag.killed": {
            /** @description Key of the flag. */
            key: string;
            /** @description A value of the type of the flag; of the type `json` an object or a list. */
            value: boolean | string | number | {
                [key: string]: unknown;
            } | unknown[];
            reason: string | null;
        };
        "feature_flag.updated": {
            /** @description id of the organization */
            orgId: string;
            /** @description What it decides itself, by flag. */
            overrides: {
                [key: string]: boolean | string | number | {
                    [key: string]: unknown;
                } | unknown[];
            };
            featureFlags: {
                realTimeTranslation: boolean;
                liveTranscription: boolean;
                aiSummaries: boolean;
                speakerDiarization: boolean;
                meetingRecording: boolean;
                transcriptSearch: boolean;
                transcriptEditing: boolean;
                autoJoinByDomain: boolean;
                ltiIntegration: boolean;
                calendarSync: boolean;
                piiRedaction: boolean;
            };
        };
        "legal_hold.placed": {
            /** @description id of the hold */
            id: string;
            /** @description 1…128 characters. */
            name: string;
            matter: string | null;
            reason: string | null;
            /** @description What is preserved; `period`: every meeting in a time range. */
            scope: "meeting" | "person" | "workspace" | "period" | "organization";
            meetingId: string | null;
            userId: string | null;
            workspaceId: string | null;
            from: string | null;
            to: string | null;
            /** @description `released` is final. */
            state: "active" | "released";
            /** @description Who placed it. */
            placedBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            placedAt: string;
            releasedBy: string | null;
            releasedAt: string | null;
            releaseReason: string | null;
        };
        "legal_hold.released": components["schemas"]["legal_hold.placed"];
        "meeting.cancelled": {
            /** @description id of the meeting */
            id: string;
            /** @description id of the organization */
            orgId: string;
            /** @description id of its workspace */
            workspaceId: string;
            /** @description 1…128 characters; empty in the events of a meeting that was deleted. */
            title: string;
            description: string | null;
            /** @description kind of meeting */
            kind: "standup" | "class" | "exam" | "interview" | "sales" | "other";
            /** @description state of the meeting */
            state: "scheduled" | "live" | "ended" | "processing" | "ready" | "failed" | "cancelled";
            stateReason: string | null;
            /** @description origin: held here, created for an upload, or imported */
            source: "native" | "upload" | "import";
            scheduledStart: string | null;
            scheduledEnd: string | null;
            startedAt: string | null;
            endedAt: string | null;
            durationMs: number | null;
            /** @description Id of its host: a user, or the API key that created it. */
            hostId: string;
            /** @description BCP 47, such as `en-US`. */
            language: string;
            recordingPolicy: {
                /** @description whether it is recorded: never, when started by a user, or from the start */
                mode: "off" | "manual" | "auto";
                /** @description consent that recording and transcription require */
                consent: "disabled" | "required" | "notify" | "optional";
            };
            transcription: {
                /** @description Whether recordings are transcribed. */
                enabled: boolean;
                /** @description Whether live captions are made. */
                live: boolean;
                provider: string | null;
                /** @description Languages into which it is translated. */
                translateTo: string[];
            };
            recording: {
                /** @description whether it is being recorded */
                state: "started" | "stopped";
                by: string | null;
                reason: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC, milliseconds.
                 */
                since: string;
            } | null;
            /** @description What happens when no participant who runs the meeting is connected to its room. */
            whenUnattended: {
                /** @description what happens: nothing, the meeting is held until a host is back, or it ends */
                action: "continue" | "hold" | "end";
                /** @description How long hosts are waited for. */
                graceSeconds: number;
                endAfterMinutes: number | null;
            };
            held: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC, milliseconds.
                 */
                since: string;
            } | null;
            /** @description who may write messages: everyone in the room, participants who run the meeting, or no one */
            chatAllowed: "everyone" | "hosts" | "off";
            /** @description who sees pictures of participants: everyone, or participants who run the meeting, whose own pictures everyone sees */
            camerasVisibleTo: "everyone" | "hosts";
            artifacts: {
                recording: {
                    /** @description state; `none`: never requested */
                    state: "none" | "waiting" | "recording" | "processing" | "ready" | "failed" | "cancelled" | "deleted";
                    sizeBytes: number;
                    durationMs: number | null;
                    expiresAt: string | null;
                };
                transcript: {
                    /** @description state; `none`: never requested */
                    state: "none" | "waiting" | "recording" | "processing" | "ready" | "failed" | "cancelled" | "deleted";
                    transcriptId: string | null;
                    languages: string[];
                    segmentCount: number;
                };
                translations: {
                    /** @description BCP 47, such as `en-US`. */
                    language: string;
                    /** @description state; `none`: never requested */
                    state: "none" | "waiting" | "recording" | "processing" | "ready" | "failed" | "cancelled" | "deleted";
                    /** @description id of the translation */
                    translationId: string;
                }[];
                summary: {
                    /** @description state; `none`: never requested */
                    state: "none" | "waiting" | "recording" | "processing" | "ready" | "failed" | "cancelled" | "deleted";
                    level: string | null;
                };
            };
            /** @description who may enter: invited people, members of the workspace, or anyone with the link */
            access: "invited" | "workspace" | "link";
            /** @description Whether guests wait until a host admits them. */
            lobby: boolean;
            conference: {
                /** @description where the meeting is held */
                provider: "parley" | "external";
                url: string | null;
            };
            externalId: string | null;
            seriesId: string | null;
            occurrence: string | null;
            /** @description Whether it was changed or cancelled by itself: changes of the series do not overwrite it. */
            changed: boolean;
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "meeting.deleted": components["schemas"]["meeting.cancelled"];
        "meeting.ended": components["schemas"]["meeting.cancelled"];
        "meeting.failed": components["schemas"]["meeting.cancelled"];
        "meeting.held": components["schemas"]["meeting.cancelled"];
        "meeting.participant.consent_changed": {
            /** @description id of the participant */
            participantId: string;
            /** @description id of the meeting */
            meetingId: string;
            userId: string | null;
            /** @description what the decision is about */
            kind: "recording" | "transcription" | "summary";
            /** @description decision */
            decision: "granted" | "denied";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            decidedAt: string;
        };
        "meeting.participant.joined": {
            /** @description id of the participant */
            id: string;
            /** @description id of the meeting */
            meetingId: string;
            userId: string | null;
            name: string | null;
            /** @description role in the meeting; `guest`: without an account */
            role: "host" | "participant" | "guest";
            /** @description `waiting`: in the lobby; `admitted`: in the room; `refused`: not admitted from the lobby; `removed`: may not return */
            state: "invited" | "waiting" | "admitted" | "left" | "refused" | "removed";
            joinedAt: string | null;
            leftAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "meeting.participant.left": components["schemas"]["meeting.participant.joined"];
        "meeting.processing": components["schemas"]["meeting.cancelled"];
        "meeting.ready": components["schemas"]["meeting.cancelled"];
        "meeting.recording_started": components["schemas"]["meeting.cancelled"];
        "meeting.recording_stopped": components["schemas"]["meeting.cancelled"];
        "meeting.resumed": components["schemas"]["meeting.cancelled"];
        "meeting.scheduled": components["schemas"]["meeting.cancelled"];
        "meeting.started": components["schemas"]["meeting.cancelled"];
        "meeting.updated": components["schemas"]["meeting.cancelled"];
        "org.ai_policy_updated": {
            /** @description id of the organization */
            id: string;
            /** @description state of the organization */
            state: "active" | "suspended" | "pending_deletion" | "deleted";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /** @description 1…128 characters after trimming. */
            name: string;
            /** @description kind of tenant */
            orgType: "education" | "business" | "nonprofit" | "government" | "healthcare" | "community" | "personal";
            /** @description Identifier of the billing account. */
            billingAccountId: string;
            settings: {
                /** @description An IANA time zone, such as Europe/Paris. */
                timezone: string;
                /** @description A language with its region, such as en-US. */
                defaultLanguage: string;
                /** @description compliance regime */
                complianceMode: "none" | "ferpa" | "gdpr" | "hipaa";
                /** @description consent needed before recording */
                recordingConsent: "required" | "notify" | "optional" | "disabled";
                /** @description summary level */
                aiSummaries: "off" | "basic" | "enhanced";
                whenUnattended: {
                    /** @description what happens */
                    action: "continue" | "hold" | "end";
                    /** @description How long hosts are waited for. Default 5. */
                    graceSeconds?: number;
                    endAfterMinutes?: number | null;
                } | null;
                /** @description Whether sound and pictures of rooms with more than eight people may pass through the server, which then can read them, where the operator runs a media worker. Absent, the default: only without a compliance mode. */
                mediaThroughServer?: boolean;
                /** @description Education-specific behavior, such as the roles teacher and student. */
                educationMode: boolean;
                attendance: {
                    /** @description Participants who join more minutes after the start are late. The start is the later of the scheduled and the actual one. */
                    lateAfterMinutes: number;
                    /** @description Participants who leave more minutes before the end left early. The end is the earlier of the scheduled and the actual one. */
                    leftEarlyMinutes: number;
                    /** @description Participants who were there for a smaller part of the meeting are absent. */
                    presentPercent: number;
                };
            };
            retentionPolicy: {
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                transcripts: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                recordings: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                chatLogs: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                userData: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                examData: string;
            };
            allowedDomains: string[];
            featureFlags: {
                realTimeTranslation: boolean;
                liveTranscription: boolean;
                aiSummaries: boolean;
                speakerDiarization: boolean;
                meetingRecording: boolean;
                transcriptSearch: boolean;
                transcriptEditing: boolean;
                autoJoinByDomain: boolean;
                ltiIntegration: boolean;
                calendarSync: boolean;
                piiRedaction: boolean;
            };
        };
        "org.branding_updated": {
            displayName: string | null;
            color: string | null;
            accent: {
                /** @description On light grounds, and under white text. */
                light: string;
                /** @description On dark grounds, and under black text. */
                dark: string;
            } | null;
            mail: {
                senderName: string | null;
                replyTo: string | null;
            };
            logo: {
                /** @description Public address, which needs no token. A new logo has a new address. */
                url: string;
                /** @description Pixels. */
                width: number;
                /** @description Pixels. */
                height: number;
                /** @description Bytes. */
                sizeBytes: number;
            } | null;
        };
        "org.created": components["schemas"]["org.ai_policy_updated"];
        "org.deletion_scheduled": {
            /** @description id of the organization */
            id: string;
            /** @description deleted once purged */
            state: "pending_deletion" | "deleted";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            purgeAt: string;
        };
        "org.domain.added": {
            /** @description A domain name. */
            domain: string;
            /** @description `unverified`: never looked up; `pending`: waiting for the record; `verified`: verified, and checked again daily; `failed`: given up after 30 days; `lapsed`: was verified, and the record has been missing for three days; `conflict`: verified by another organization */
            state: "unverified" | "pending" | "verified" | "failed" | "lapsed" | "conflict";
            /** @description How users with a verified address of the domain join when they sign in, once the domain is verified */
            enrollmentMode: "none" | "suggest" | "request" | "invite" | "auto_join";
            /** @description Role of members who join by the domain */
            defaultRole: "manager" | "teacher" | "member" | "student" | "guest";
            /** @description Whether addresses of its subdomains count as well. */
            includeSubdomains: boolean;
            verifiedAt: string | null;
        };
        "org.domain.conflict": components["schemas"]["org.domain.added"];
        "org.domain.failed": components["schemas"]["org.domain.added"];
        "org.domain.lapsed": components["schemas"]["org.domain.added"];
        "org.domain.removed": components["schemas"]["org.domain.added"];
        "org.domain.updated": components["schemas"]["org.domain.added"];
        "org.domain.verified": components["schemas"]["org.domain.added"];
        "org.guardian_consent.noted": {
            /** @description id of the student */
            userId: string;
        };
        "org.guardian_consent.removed": components["schemas"]["org.guardian_consent.noted"];
        "org.holidays_updated": {
            /** @description Number of holidays after the change. */
            holidayCount: number;
        };
        "org.integration.adopted": {
            /** @description id of the integration */
            id: string;
            /**
             * @description `lti`: learning-management system with links to meetings (LTI 1.3)
             * @constant
             */
            type: "lti";
            /** @description 1…128 characters after trimming. */
            name: string;
            /** @description `disabled`: launches are refused until it is active again */
            state: "active" | "disabled";
            /** @description `iss` of the platform, exactly as its tokens have it: an https URL; http on loopback only. Moodle: its address; Canvas: `https://canvas.instructure.com`. */
            issuer: string;
            /** @description Client id assigned to this service by the platform. */
            clientId: string;
            /** @description Deployments from which launches are accepted, as the platform names them. */
            deploymentIds: string[];
            /** @description OIDC authentication request URL of the platform: https; http on loopback only. */
            authorizationEndpoint: string;
            /** @description URL of the platform's public keys: https, without credentials, at a public address. */
            jwksUri: string;
            /** @description Initiate-login URL, to be entered in the platform. */
            loginUrl: string;
            /** @description Tool URL and redirect URI, to be entered in the platform. */
            launchUrl: string;
            createdBy: string | null;
            /** @description `demoted`: the maker lacks the rights to create it; `removed`: the maker left. Adopt or delete it. */
            makerState: "active" | "demoted" | "removed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "org.integration.created": components["schemas"]["org.integration.adopted"];
        "org.integration.deleted": components["schemas"]["org.integration.adopted"];
        "org.integration.orphaned": components["schemas"]["org.integration.adopted"];
        "org.integration.updated": components["schemas"]["org.integration.adopted"];
        "org.invitation.accepted": {
            /** @description id of the invitation */
            id: string;
            /** @description the account that joined the organization */
            userId: string;
            /** @description role in the organization: one who was a member already keeps theirs */
            role: "owner" | "admin" | "manager" | "teacher" | "member" | "student" | "guest" | "billing" | "auditor";
        };
        "org.invitation.created": {
            /** @description id of the invitation */
            id: string;
            /** @description The address that was invited. */
            email: string;
            /** @description role the person will have */
            role: "owner" | "admin" | "manager" | "teacher" | "member" | "student" | "guest" | "billing" | "auditor";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            expiresAt: string;
        };
        "org.invitation.link_shown": components["schemas"]["org.invitation.created"];
        "org.invitation.requested": components["schemas"]["org.invitation.created"];
        "org.invitation.resent": components["schemas"]["org.invitation.created"];
        "org.invitation.revoked": {
            /** @description id of the invitation */
            id: string;
            /** @description The address that was invited. */
            email: string;
            /** @description role the person will have */
            role: "owner" | "admin" | "manager" | "teacher" | "member" | "student" | "guest" | "billing" | "auditor";
        };
        "org.member.added": {
            /** @description id of the person */
            userId: string;
            email: string;
            name: string;
            /** @description role in the organization */
            role: "owner" | "admin" | "manager" | "teacher" | "member" | "student" | "guest" | "billing" | "auditor";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            joinedAt: string;
        };
        "org.member.auto_joined": {
            /** @description id of the person */
            userId: string;
            /** @description role they have */
            role: "manager" | "teacher" | "member" | "student" | "guest";
            /** @description A domain name. */
            domain: string;
        };
        "org.member.removed": components["schemas"]["org.member.added"];
        "org.member.role_changed": components["schemas"]["org.member.added"];
        "org.purged": components["schemas"]["org.deletion_scheduled"];
        "org.restored": {
            /** @description id of the organization */
            id: string;
            /** @description state of the organization */
            state: "active" | "suspended" | "pending_deletion" | "deleted";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            suspension: {
                blocks: {
                    /** @description who set it; only an equal or higher authority can lift it (system, security, billing, owner) */
                    authority: "system" | "security" | "billing" | "owner";
                    /** @description why */
                    reasonCode: "nonpayment" | "security" | "abuse" | "compliance" | "owner_request" | "other";
                    reason: string | null;
                    /** @description `drain`: live meetings end within 15 minutes; `end`: at once */
                    liveMeetings: "drain" | "end";
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC, milliseconds.
                     */
                    createdAt: string;
                    expiresAt: string | null;
                }[];
            } | null;
            /** @description 1…128 characters after trimming. */
            name: string;
            /** @description kind of tenant */
            orgType: "education" | "business" | "nonprofit" | "government" | "healthcare" | "community" | "personal";
            /** @description Identifier of the billing account. */
            billingAccountId: string;
            settings: {
                /** @description An IANA time zone, such as Europe/Paris. */
                timezone: string;
                /** @description A language with its region, such as en-US. */
                defaultLanguage: string;
                /** @description compliance regime */
                complianceMode: "none" | "ferpa" | "gdpr" | "hipaa";
                /** @description consent needed before recording */
                recordingConsent: "required" | "notify" | "optional" | "disabled";
                /** @description summary level */
                aiSummaries: "off" | "basic" | "enhanced";
                whenUnattended: {
                    /** @description what happens */
                    action: "continue" | "hold" | "end";
                    /** @description How long hosts are waited for. Default 5. */
                    graceSeconds?: number;
                    endAfterMinutes?: number | null;
                } | null;
                /** @description Whether sound and pictures of rooms with more than eight people may pass through the server, which then can read them, where the operator runs a media worker. Absent, the default: only without a compliance mode. */
                mediaThroughServer?: boolean;
                /** @description Education-specific behavior, such as the roles teacher and student. */
                educationMode: boolean;
                attendance: {
                    /** @description Participants who join more minutes after the start are late. The start is the later of the scheduled and the actual one. */
                    lateAfterMinutes: number;
                    /** @description Participants who leave more minutes before the end left early. The end is the earlier of the scheduled and the actual one. */
                    leftEarlyMinutes: number;
                    /** @description Participants who were there for a smaller part of the meeting are absent. */
                    presentPercent: number;
                };
            };
            retentionPolicy: {
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                transcripts: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                recordings: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                chatLogs: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                userData: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                examData: string;
            };
            allowedDomains: string[];
            featureFlags: {
                realTimeTranslation: boolean;
                liveTranscription: boolean;
                aiSummaries: boolean;
                speakerDiarization: boolean;
                meetingRecording: boolean;
                transcriptSearch: boolean;
                transcriptEditing: boolean;
                autoJoinByDomain: boolean;
                ltiIntegration: boolean;
                calendarSync: boolean;
                piiRedaction: boolean;
            };
        };
        "org.resumed": components["schemas"]["org.restored"];
        "org.settings_updated": components["schemas"]["org.ai_policy_updated"];
        "org.suspended": components["schemas"]["org.restored"];
        "org.updated": {
            /** @description id of the organization */
            id: string;
            /** @description state of the organization */
            state: "active" | "suspended" | "pending_deletion" | "deleted";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            suspension?: {
                blocks: {
                    /** @description who set it; only an equal or higher authority can lift it (system, security, billing, owner) */
                    authority: "system" | "security" | "billing" | "owner";
                    /** @description why */
                    reasonCode: "nonpayment" | "security" | "abuse" | "compliance" | "owner_request" | "other";
                    reason: string | null;
                    /** @description `drain`: live meetings end within 15 minutes; `end`: at once */
                    liveMeetings: "drain" | "end";
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC, milliseconds.
                     */
                    createdAt: string;
                    expiresAt: string | null;
                }[];
            } | null;
            /** @description 1…128 characters after trimming. */
            name: string;
            /** @description kind of tenant */
            orgType: "education" | "business" | "nonprofit" | "government" | "healthcare" | "community" | "personal";
            /** @description Identifier of the billing account. */
            billingAccountId: string;
            settings: {
                /** @description An IANA time zone, such as Europe/Paris. */
                timezone: string;
                /** @description A language with its region, such as en-US. */
                defaultLanguage: string;
                /** @description compliance regime */
                complianceMode: "none" | "ferpa" | "gdpr" | "hipaa";
                /** @description consent needed before recording */
                recordingConsent: "required" | "notify" | "optional" | "disabled";
                /** @description summary level */
                aiSummaries: "off" | "basic" | "enhanced";
                whenUnattended: {
                    /** @description what happens */
                    action: "continue" | "hold" | "end";
                    /** @description How long hosts are waited for. Default 5. */
                    graceSeconds?: number;
                    endAfterMinutes?: number | null;
                } | null;
                /** @description Whether sound and pictures of rooms with more than eight people may pass through the server, which then can read them, where the operator runs a media worker. Absent, the default: only without a compliance mode. */
                mediaThroughServer?: boolean;
                /** @description Education-specific behavior, such as the roles teacher and student. */
                educationMode: boolean;
                attendance: {
                    /** @description Participants who join more minutes after the start are late. The start is the later of the scheduled and the actual one. */
                    lateAfterMinutes: number;
                    /** @description Participants who leave more minutes before the end left early. The end is the earlier of the scheduled and the actual one. */
                    leftEarlyMinutes: number;
                    /** @description Participants who were there for a smaller part of the meeting are absent. */
                    presentPercent: number;
                };
            };
            retentionPolicy: {
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                transcripts: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                recordings: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                chatLogs: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                userData: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                examData: string;
            };
            allowedDomains: string[];
            featureFlags: {
                realTimeTranslation: boolean;
                liveTranscription: boolean;
                aiSummaries: boolean;
                speakerDiarization: boolean;
                meetingRecording: boolean;
                transcriptSearch: boolean;
                transcriptEditing: boolean;
                autoJoinByDomain: boolean;
                ltiIntegration: boolean;
                calendarSync: boolean;
                piiRedaction: boolean;
            };
        };
        "privacy.erasure_completed": {
            /** @description id of the erasure */
            id: string;
            /** @description id of the person */
            userId: string;
            /** @description `completed` is final. */
            state: "queued" | "running" | "completed";
            reason: string | null;
            /** @description Number of rows erased so far, by kind: `chatMessages`, `participants`, … */
            erased: {
                [key: string]: number;
            };
            /** @description Data that stays, with reasons. */
            kept: {
                /** @description Data that stays. */
                what: string;
                /** @description Reason, one sentence. */
                because: string;
            }[];
            /** @description Who requested it. */
            requestedBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            requestedAt: string;
            completedAt: string | null;
        };
        "privacy.erasure_requested": components["schemas"]["privacy.erasure_completed"];
        "privacy.export_failed": {
            /** @description id of the export */
            id: string;
            /** @description Subject of the export. */
            subject: "person" | "organization";
            userId: string | null;
            /** @description `ready` can be downloaded; the file of an `expired` one was deleted. */
            state: "queued" | "running" | "ready" | "failed" | "expired";
            /** @description How far it has come, 0…1. */
            progress: number;
            sizeBytes: number | null;
            sha256: string | null;
            contentUrl: string | null;
            failure: string | null;
            /** @description Who requested it. */
            requestedBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            requestedAt: string;
            endedAt: string | null;
            expiresAt: string | null;
        };
        "privacy.export_ready": components["schemas"]["privacy.export_failed"];
        "privacy.export_requested": components["schemas"]["privacy.export_failed"];
        "recording.created": {
            /** @description id of the recording */
            id: string;
            /** @description `file`: an uploaded file; `track`: the voice of one participant; `mix`: all tracks of a capture in one file, made by the server a minute after the last one arrived, and again when one is added or removed */
            kind: "file" | "track" | "mix";
            /** @description id of its meeting */
            meetingId: string;
            /** @description File name for downloads. */
            filename: string;
            /** @description Media type detected from the content. */
            contentType: string;
            /** @description Bytes. */
            sizeBytes: number;
            /** @description SHA-256 of the content, hex. */
            sha256: string;
            durationMs: number | null;
            channels: number | null;
            hasVideo: boolean | null;
            language: string | null;
            participantId: string | null;
            captureId: string | null;
            startedAt: string | null;
            /** @description `processing`: the content has not been read yet. It can be played in every state. */
            state: "processing" | "ready" | "failed";
            failure: string | null;
            /** @description Id of the user, guest or API key that uploaded it; `job:recordings.mix` of a mix. */
            createdBy: string;
            /**
             * Format: date-time
             * @description Of a mix, that of its earliest track: both are kept equally long.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "recording.deleted": components["schemas"]["recording.created"];
        "recording.failed": components["schemas"]["recording.created"];
        "recording.ready": components["schemas"]["recording.created"];
        "retention.policy_changed": {
            /** @description id of the organization */
            orgId: string;
            policy: {
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                transcripts: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                recordings: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                chatLogs: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                userData: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                examData: string;
            };
            previous: {
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                transcripts: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                recordings: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                chatLogs: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                userData: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                examData: string;
            };
            purgesFrom: string | null;
            /** @description Whether content hidden by shorter periods is purged at once. */
            immediate: boolean;
        };
        "retention.purge.completed": {
            /** @description id of the run */
            id: string;
            /** @description id of the organization */
            orgId: string;
            /** @description trigger of the run */
            trigger: "schedule" | "request";
            /** @description Whether it only counts what it would purge. */
            dryRun: boolean;
            /** @description `completed`: everything counted is deleted, files included */
            state: "queued" | "running" | "completed" | "failed";
            policy: {
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                transcripts: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                recordings: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                chatLogs: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                userData: string;
                /** @description Whole days, 0d…36500d; 0d: never stored. */
                examData: string;
            } | null;
            classes: {
                transcripts: {
                    /** @description Number of items purged, such as recordings or chats. */
                    items: number;
                    /** @description Total size of the purged files. */
                    bytes: number;
                    /** @description Number of expired items that a legal hold keeps. */
                    heldItems: number;
                };
                recordings: {
                    /** @description Number of items purged, such as recordings or chats. */
                    items: number;
                    /** @description Total size of the purged files. */
                    bytes: number;
                    /** @description Number of expired items that a legal hold keeps. */
                    heldItems: number;
                };
                chatLogs: {
                    /** @description Number of items purged, such as recordings or chats. */
                    items: number;
                    /** @description Total size of the purged files. */
                    bytes: number;
                    /** @description Number of expired items that a legal hold keeps. */
                    heldItems: number;
                };
                userData: {
                    /** @description Number of items purged, such as recordings or chats. */
                    items: number;
                    /** @description Total size of the purged files. */
                    bytes: number;
                    /** @description Number of expired items that a legal hold keeps. */
                    heldItems: number;
                };
                examData: {
                    /** @description Number of items purged, such as recordings or chats. */
                    items: number;
                    /** @description Total size of the purged files. */
                    bytes: number;
                    /** @description Number of expired items that a legal hold keeps. */
                    heldItems: number;
                };
            };
            /** @description Files deleted from the storage because nothing else uses them. */
            objects: {
                count: number;
                bytes: number;
            };
            failure: {
                code: string;
                detail: string;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            startedAt: string | null;
            endedAt: string | null;
        };
        "retention.purge.failed": components["schemas"]["retention.purge.completed"];
        "security.account_closed": {
            /** @description id of the person */
            userId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            closedAt: string;
            /**
             * Format: date-time
             * @description When the account is erased, unless a legal hold preserves it.
             */
            eraseAfter: string;
        };
        "security.account_erased": {
            /** @description id of the person */
            userId: string;
        };
        "security.account_taken_over": {
            /** @description id of the person */
            userId: string;
            /** @description The newest of them, at most 100. */
            sessionIds: string[];
            /** @description Whether more sessions ended than these. */
            hasMore: boolean;
        };
        "security.api_key_adopted": {
            /** @description id of the key */
            id: string;
            /** @description 1…128 characters. */
            name: string;
            /** @description The last four characters of the key. */
            hint: string;
            /** @description What the key may do; never more than its maker may do. */
            scopes: ("org:read" | "org:write" | "org:admin" | "billing:read" | "billing:write" | "audit:read" | "workspace:read" | "workspace:write" | "meeting:read" | "meeting:write" | "transcript:read" | "transcript:write" | "member:read" | "member:write" | "webhook:admin" | "apikey:admin")[];
            /** @description IP addresses and networks (CIDR) from which it may be used; empty: any. */
            allowedIps: string[];
            /** @description Who made or adopted it, or last rotated its secret. It belongs to the organization and stays when they leave. */
            createdBy: string;
            /** @description `demoted`: the maker lacks the rights to create it; `removed`: the maker left. Adopt or delete it. */
            makerState: "active" | "demoted" | "removed";
            expiresAt: string | null;
            previousExpiresAt: string | null;
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "security.api_key_created": components["schemas"]["security.api_key_adopted"];
        "security.api_key_orphaned": components["schemas"]["security.api_key_adopted"];
        "security.api_key_revoked": components["schemas"]["security.api_key_adopted"];
        "security.api_key_rotated": components["schemas"]["security.api_key_adopted"];
        "security.api_key_updated": components["schemas"]["security.api_key_adopted"];
        "security.audit_stream_adopted": {
            /** @description id of the stream */
            id: string;
            /** @description 1…128 characters after trimming. */
            name: string;
            /** @description `webhook`: signed JSON (Standard Webhooks) by HTTPS; `syslog`: RFC 5424 over TLS (RFC 5425) */
            type: "webhook" | "syslog";
            /** @description Host and port that entries are sent to. */
            target: string;
            /** @description Null: entries of all categories. */
            categories: ("organization" | "member" | "auth" | "security" | "system")[] | null;
            /** @description Whether anything is sent. */
            enabled: boolean;
            disabledReason: ("gone" | "failing") | null;
            /** @description Who made or adopted it, or last rotated its secret. It belongs to the organization and stays when they leave. */
            createdBy: string;
            /** @description `demoted`: the maker lacks the rights to create it; `removed`: the maker left. Adopt or delete it. */
            makerState: "active" | "demoted" | "removed";
        };
        "security.audit_stream_created": components["schemas"]["security.audit_stream_adopted"];
        "security.audit_stream_deleted": components["schemas"]["security.audit_stream_adopted"];
        "security.audit_stream_disabled": components["schemas"]["security.audit_stream_adopted"];
        "security.audit_stream_orphaned": components["schemas"]["security.audit_stream_adopted"];
        "security.audit_stream_updated": components["schemas"]["security.audit_stream_adopted"];
        "security.calendar_feed_created": {
            /** @description id of the feed */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
        };
        "security.calendar_feed_deleted": components["schemas"]["security.calendar_feed_created"];
        "security.caption_address_created": {
            /** @description id of the meeting */
            meetingId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
        };
        "security.caption_address_deleted": components["schemas"]["security.caption_address_created"];
        "security.caption_link_created": {
            /** @description id of the link */
            id: string;
            /** @description id of the meeting */
            meetingId: string;
            /** @description Who created it. It works as long as they may run the meeting. */
            createdBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            expiresAt: string;
        };
        "security.caption_link_deleted": components["schemas"]["security.caption_link_created"];
        "security.email_changed": components["schemas"]["security.account_erased"];
        "security.email_verified": components["schemas"]["security.account_erased"];
        "security.identity_linked": {
            /** @description id of the person */
            userId: string;
            /** @description `iss` of the identity. */
            issuer: string;
        };
        "security.identity_unlinked": components["schemas"]["security.identity_linked"];
        "security.mfa_disabled": components["schemas"]["security.account_erased"];
        "security.mfa_enabled": components["schemas"]["security.account_erased"];
        "security.organization_switched": {
            /** @description id of the person */
            userId: string;
            /** @description the session */
            sessionId: string;
            fromOrgId: string | null;
        };
        "security.passkey_added": {
            /** @description id of the person */
            userId: string;
            passkey: {
                /** @description Credential id, base64url. */
                id: string;
                name: string;
                /** @description How to reach the authenticator: `internal`, `hybrid`, `usb` … */
                transports: string[];
                /** @description Whether it can be synced to the user's other devices. */
                multiDevice: boolean;
                /** @description Whether it was backed up when last used. */
                backedUp: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC, milliseconds.
                 */
                createdAt: string;
                lastUsedAt: string | null;
            };
        };
        "security.passkey_cloned": {
            /** @description id of the person */
            userId: string;
            /** @description credential id, base64url */
            passkeyId: string;
        };
        "security.passkey_removed": components["schemas"]["security.passkey_cloned"];
        "security.password_changed": {
            /** @description id of the person */
            userId: string;
            /** @description `owner`: with the previous password; `reset`: with a reset link */
            by: "owner" | "reset";
        };
        "security.password_reset_requested": components["schemas"]["security.account_erased"];
        "security.profile_updated": components["schemas"]["security.account_erased"];
        "security.recovery_code_used": components["schemas"]["security.account_erased"];
        "security.recovery_codes_replaced": components["schemas"]["security.account_erased"];
        "security.registered": {
            /** @description id of the person */
            userId: string;
            /** @description Whether the address was proved to be theirs on the way in. */
            emailVerified: boolean;
        };
        "security.session_compromised": {
            /** @description id of the person */
            userId: string;
            /** @description the session */
            sessionId: string;
        };
        "security.signed_in": {
            /** @description id of the person */
            userId: string;
            /** @description the session */
            sessionId: string;
            /** @description RFC 8176 values such as `pwd` and `otp`. */
            authMethods: string[];
        };
        "security.signed_out": {
            /** @description id of the person */
            userId: string;
            /** @description The newest of them, at most 100. */
            sessionIds: string[];
            /** @description Whether more sessions ended than these. */
            hasMore: boolean;
        };
        "series.created": {
            /** @description id of the series */
            id: string;
            /** @description id of the organization */
            orgId: string;
            /** @description id of its workspace */
            workspaceId: string;
            /** @description 1…128 characters; empty in the events of a meeting that was deleted. */
            title: string;
            description: string | null;
            /** @description kind of meeting */
            kind: "standup" | "class" | "exam" | "interview" | "sales" | "other";
            /** @description Recurrence rule (RFC 5545) without its name: DAILY, WEEKLY or MONTHLY. */
            rule: string;
            /** @description First start: local date and time of the series' time zone, without an offset. */
            startsAt: string;
            /** @description IANA time zone. */
            timezone: string;
            /** @description Planned duration of each meeting. */
            durationMinutes: number;
            /** @description Occurrences that are left out, each the local date and time of the series' time zone, without an offset. */
            exDates: string[];
            /** @description Further occurrences, also on holidays, each a local date and time of the series' time zone, without an offset. */
            rDates: string[];
            until: string | null;
            /** @description with `access: link`: one code for all meetings, which opens the one that is on or comes next, or one for each */
            joinCode: "shared" | "each";
            /** @description BCP 47, such as `en-US`. */
            language: string;
            recordingPolicy: {
                /** @description whether it is recorded: never, when started by a user, or from the start */
                mode: "off" | "manual" | "auto";
                /** @description consent that recording and transcription require */
                consent: "disabled" | "required" | "notify" | "optional";
            };
            transcription: {
                /** @description Whether recordings are transcribed. */
                enabled: boolean;
                /** @description Whether live captions are made. */
                live: boolean;
                provider: string | null;
                /** @description Languages into which it is translated. */
                translateTo: string[];
            };
            /** @description who may enter: invited people, members of the workspace, or anyone with the link */
            access: "invited" | "workspace" | "link";
            /** @description Whether guests wait until a host admits them. */
            lobby: boolean;
            /** @description What happens when no participant who runs the meeting is connected to its room. */
            whenUnattended: {
                /** @description what happens: nothing, the meeting is held until a host is back, or it ends */
                action: "continue" | "hold" | "end";
                /** @description How long hosts are waited for. */
                graceSeconds: number;
                endAfterMinutes: number | null;
            };
            /** @description who may write messages: everyone in the room, participants who run the meeting, or no one */
            chatAllowed: "everyone" | "hosts" | "off";
            /** @description who sees pictures of participants: everyone, or participants who run the meeting, whose own pictures everyone sees */
            camerasVisibleTo: "everyone" | "hosts";
            conference: {
                /** @description where the meeting is held */
                provider: "parley" | "external";
                url: string | null;
            };
            /** @description Members who take part in its meetings, besides the host. */
            participants: {
                /** @description id of a member of the organization */
                userId: string;
                /** @description role */
                role: "host" | "participant";
            }[];
            /** @description Id of the host of its meetings: a user, or the API key that created it. */
            hostId: string;
            previousSeriesId: string | null;
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "series.deleted": components["schemas"]["series.created"];
        "series.updated": components["schemas"]["series.created"];
        "summary.cancelled": {
            /** @description id of the summary */
            id: string;
            /** @description id of its meeting */
            meetingId: string;
            /** @description id of the summarized transcript */
            transcriptId: string;
            /** @description Revision of that transcript; 0 before there is a result. */
            transcriptRevision: number;
            /** @description state; the previous summary stays readable while a new one is made */
            state: "processing" | "ready" | "failed";
            failure: string | null;
            /** @description `basic`: sentences from the transcript; `enhanced`: written by a language model */
            level: "basic" | "enhanced";
            /** @description its template; default: that of the kind of meeting */
            template: "general" | "class" | "standup" | "interview";
            /** @description BCP 47; `und` while unknown. */
            language: string;
            engine: {
                /** @description `extractive`, or the kind of the language server. */
                engine: string;
                model: string;
                version: string | null;
            } | null;
            /** @description Whether users have edited it. */
            edited: boolean;
            jobId: string | null;
            /** @description Version, for `If-Match`. */
            version: number;
            /** @description Who requested it: a user, an API key or the service itself. */
            createdBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "summary.deleted": components["schemas"]["summary.cancelled"];
        "summary.failed": components["schemas"]["summary.cancelled"];
        "summary.queued": components["schemas"]["summary.cancelled"];
        "summary.ready": components["schemas"]["summary.cancelled"];
        "summary.updated": components["schemas"]["summary.cancelled"];
        "transcript.deleted": {
            /** @description id of the transcript */
            id: string;
            /** @description id of its meeting */
            meetingId: string;
            recordingId: string | null;
            captureId: string | null;
            /** @description state; its segments can be read once it is `ready`, or while it is `live` */
            state: "processing" | "ready" | "failed";
            /** @description Whether it is being written live; it can be edited afterwards. */
            live: boolean;
            failure: string | null;
            /** @description where the text comes from: a speech engine, captions, an import or a user */
            source: "stt" | "caption" | "import" | "manual";
            /** @description BCP 47; `und` while unknown. */
            language: string;
            /** @description All languages spoken, the main one first. */
            languages: string[];
            engine: {
                engine: string;
                model: string;
                version: string | null;
            } | null;
            consentStatement: string | null;
            segmentCount: number;
            /** @description End of the last segment, in ms from the start of the recording. */
            durationMs: number;
            /** @description Counts the changes to its text, from 1. */
            revision: number;
            /** @description Version, for `If-Match`. */
            version: number;
            /** @description Who requested or imported it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "transcript.failed": components["schemas"]["transcript.deleted"];
        "transcript.ready": components["schemas"]["transcript.deleted"];
        "transcript.started": components["schemas"]["transcript.deleted"];
        "transcript.updated": components["schemas"]["transcript.deleted"];
        "transcription.cancelled": {
            /** @description id of the job */
            id: string;
            /** @description id of the organization */
            orgId: string;
            /** @description kind of work */
            type: "transcription" | "translation" | "summary";
            /** @description `waiting`: for what `failure` names, then continues by itself; `queued`: for its organization's turn */
            state: "waiting" | "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description current step */
            step: "probe" | "decode" | "detect" | "transcribe" | "store" | "translate" | "summarize";
            /** @description 0…1 of the whole; never decreases. */
            progress: number;
            /** @description id of the meeting */
            meetingId: string;
            recordingId: string | null;
            transcriptId: string | null;
            provider: string | null;
            language: string | null;
            engine: {
                engine: string;
                model: string;
                version: string | null;
            } | null;
            failure: {
                code: string;
                detail: string;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            startedAt: string | null;
            endedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "transcription.failed": components["schemas"]["transcription.cancelled"];
        "transcription.queued": components["schemas"]["transcription.cancelled"];
        "transcription.retried": components["schemas"]["transcription.cancelled"];
        "transcription.succeeded": components["schemas"]["transcription.cancelled"];
        "transcription.waiting": components["schemas"]["transcription.cancelled"];
        "translation.cancelled": {
            /** @description id of the translation */
            id: string;
            /** @description id of the transcript */
            transcriptId: string;
            /** @description Language it is in, BCP 47. */
            language: string;
            /** @description state; finished segments can be read while it is `processing` */
            state: "processing" | "ready" | "failed";
            /** @description Whether the transcript has been edited since. Request the translation again to translate only what was edited. */
            stale: boolean;
            failure: string | null;
            /** @description Progress of the translation, 0…1. */
            progress: number;
            jobId: string | null;
            engine: {
                engine: string;
                model: string;
                version: string | null;
            } | null;
            quality: ("gist" | "basic" | "good") | null;
            /** @description Number of translated segments. */
            segmentCount: number;
            /** @description Version, for `If-Match`. */
            version: number;
            /** @description Who first requested it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "translation.deleted": components["schemas"]["translation.cancelled"];
        "translation.failed": components["schemas"]["translation.cancelled"];
        "translation.ready": components["schemas"]["translation.cancelled"];
        "translation.requested": components["schemas"]["translation.cancelled"];
        "translation.waiting": components["schemas"]["translation.cancelled"];
        "upload.cancelled": {
            /** @description id of the upload */
            id: string;
            /** @description id of the meeting that was recorded */
            meetingId: string;
            filename: string;
            /** @description Media type according to the client. The type is detected from the content. */
            contentType: string;
            sizeBytes: number | null;
            /** @description Bytes that have arrived, at least; HEAD returns the exact number. */
            offsetBytes: number;
            /** @description state; `finishing`: all bytes have arrived and are being checked, or wait as `waitingFor` says; `expired`: no bytes arrived before `expiresAt` */
            state: "open" | "finishing" | "finished" | "failed" | "expired" | "cancelled";
            /**
             * @description absent unless an upload that is `finishing` waits; `consent`: participants have not decided about being recorded
             * @constant
             */
            waitingFor?: "consent";
            failure: string | null;
            recordingId: string | null;
            participantId: string | null;
            captureId: string | null;
            startedAt: string | null;
            /** @description Id of the user, guest or API key that created it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "upload.completed": components["schemas"]["upload.cancelled"];
        "upload.failed": components["schemas"]["upload.cancelled"];
        "upload.started": components["schemas"]["upload.cancelled"];
        "webhook.endpoint.adopted": {
            /** @description id of the webhook */
            id: string;
            /** @description Host of its URL. */
            host: string;
            description: string | null;
            /** @description Null: every type. */
            eventTypes: string[] | null;
            /** @description `thin`: ids only; `full`: the resource as well */
            payload: "thin" | "full";
            /** @description Names of the additional headers. */
            headerNames: string[];
            /** @description Whether anything is sent to it */
            state: "enabled" | "disabled";
            disabledReason: ("gone" | "failing") | null;
            /** @description Who made or adopted it, or last rotated its secret. It belongs to the organization and stays when they leave. */
            createdBy: string;
            /** @description `demoted`: the maker lacks the rights to create it; `removed`: the maker left. Adopt or delete it. */
            makerState: "active" | "demoted" | "removed";
        };
        "webhook.endpoint.deleted": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.endpoint.disabled": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.endpoint.enabled": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.endpoint.orphaned": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.endpoint.registered": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.endpoint.secret_rotated": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.endpoint.updated": components["schemas"]["webhook.endpoint.adopted"];
        "webhook.test": components["schemas"]["webhook.endpoint.adopted"];
        "workspace.archived": {
            /** @description id of the workspace */
            id: string;
            /** @description the organization it belongs to */
            orgId: string;
            /** @description 1…128 characters after trimming. */
            name: string;
            /** @description lower-case letters and digits, words joined by hyphens; unique within the organization */
            slug: string;
            description: string | null;
            /** @description kind of workspace */
            kind: "class" | "team" | "department" | "project";
            /** @description who sees it besides its members and administrators: `private`: no one; `org`: everyone in the organization */
            visibility: "private" | "org";
            /** @description Settings for your own clients: at most 50 names of up to 64 characters, with texts of up to 500 characters, numbers or booleans. */
            settings: {
                [key: string]: string | number | boolean;
            };
            externalRef: string | null;
            /** @description Number of its members. */
            memberCount: number;
            archivedAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            updatedAt: string;
        };
        "workspace.created": components["schemas"]["workspace.archived"];
        "workspace.member_added": {
            /** @description the workspace */
            workspaceId: string;
            /** @description id of the person */
            userId: string;
            name: string;
            /** @description role in the workspace: a `manager` manages it and its members, a `host` holds meetings, a `member` takes part, a `viewer` reads */
            role: "manager" | "host" | "member" | "viewer";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, milliseconds.
             */
            joinedAt: string;
        };
        "workspace.member_invited": {
            /** @description the workspace */
            workspaceId: string;
            /** @description the invitation to the organization */
            invitationId: string;
            /** @description role in the workspace: a `manager` manages it and its members, a `host` holds meetings, a `member` takes part, a `viewer` reads */
            role: "manager" | "host" | "member" | "viewer";
        };
        "workspace.member_removed": components["schemas"]["workspace.member_added"];
        "workspace.member_role_changed": components["schemas"]["workspace.member_added"];
        "workspace.restored": components["schemas"]["workspace.archived"];
        "workspace.updated": components["schemas"]["workspace.archived"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
