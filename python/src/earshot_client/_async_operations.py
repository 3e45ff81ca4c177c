# Made by `npm run python`: change the contract, not this file.
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from .inputs import (
        AgentChannelInput,
        AnswerInput,
        AskInSessionQuestionInput,
        AttachmentInput,
        AuthorizeInSessionActionInput,
        EvidenceInput,
        FormInput,
        NotifyInput,
        OfferToolsToolsItemInput,
        PlaceInput,
        ResourceInput,
        ReviewOutcomeInput,
        SessionEntryBodyInput,
        SetAttentionQuietInput,
        ToolDefinitionInput,
    )
    from .shapes import (
        AcknowledgeResult,
        ActionProof,
        AgentProfile,
        Answer,
        AnswerFile,
        AskInSessionResult,
        AskingAdvice,
        AssigneesResult,
        Assignment,
        Attention,
        AuditReport,
        AuthorizedInSession,
        ChangedSigner,
        ChannelsResult,
        Checkpoint,
        Claim,
        ClaimSessionResult,
        ClockState,
        CollectedGrant,
        Conversation,
        CreateKeyResult,
        DeliveriesResult,
        Delivery,
        DeliveryStatus,
        Device,
        DeviceTested,
        EarlierAnswersResult,
        EndSessionResult,
        EndUserToken,
        EraseMatterResult,
        Event,
        ExplainedRequest,
        ExportedEvent,
        FitnessResult,
        Graph,
        ImportedLedger,
        InboxDetail,
        InboxPage,
        Insights,
        Key,
        LastEventResult,
        Level,
        Liaison,
        LiaisonReply,
        LiaisonReport,
        Link,
        LinkCode,
        ListAgentProfilesResult,
        ListAgentsResult,
        ListConversationsResult,
        ListDevicesResult,
        ListDoubtfulFeedbackResult,
        ListKeysResult,
        ListLiaisonsResult,
        ListLinksResult,
        ListMemoryResult,
        ListOperatorsResult,
        ListPasskeysResult,
        ListPermissionsResult,
        ListResult,
        ListReviewResult,
        ListRunsResult,
        ListSessionsResult,
        ListSubscriptionsResult,
        ListWebSessionsResult,
        Mailbox,
        MemoryEntry,
        MemoryItem,
        MemorySearch,
        MemoryVersionsResult,
        Message,
        NoteSeenResult,
        NoteSentResult,
        NoticeDetail,
        Notify,
        OfferToolsResult,
        Passkey,
        Permission,
        Phase,
        PinnedTool,
        PolicyBlame,
        PolicyCoverage,
        PolicyDiff,
        PolicyDryRun,
        PolicyInForce,
        PolicyLogResult,
        PolicyRevision,
        PostInSessionResult,
        PressedNotice,
        PreviewEditResult,
        PreviewPermissionResult,
        PreviewRejectionResult,
        Principal,
        PublicKeys,
        QueryGraphResult,
        ReachAloneResult,
        ReachableResult,
        RecordEntriesResult,
        RecordSkillReadResult,
        RecordState,
        RecordToolCallResult,
        RedeemResult,
        ReleaseResult,
        RenewSessionResult,
        Request,
        Right,
        RotateGrantKeyResult,
        RotateKeyResult,
        RouteReport,
        RunReviewResult,
        RunTranscript,
        SavedReplies,
        SelectionRecord,
        SentMessage,
        Session,
        SessionDetail,
        SessionEntriesResult,
        SessionLedgerEntry,
        SessionStatus,
        SetPassphraseResult,
        ShowConversationResult,
        ShowEvidenceResult,
        ShowResult,
        ShownNotice,
        SignInLink,
        SignOutResult,
        SignerChainResult,
        SignersState,
        SkillUseResult,
        SnoozeResult,
        StatementTerms,
        Status,
        StopResult,
        Subscription,
        SubscriptionMade,
        SubscriptionTested,
        TaskEvent,
        TestedPolicy,
        UnassignResult,
        Waited,
        WaitedMany,
        WatchSessionResult,
        WebSession,
        WhoamiResult,
        WithdrawnFeedback,
    )


class AsyncOperations:
    """Every operation of Earshot, as coroutines."""

    async def _call(
        self,
        name: str,
        needed: dict[str, Any],
        more: dict[str, Any],
        idempotency_key: str | None = None,
    ) -> Any:
        raise NotImplementedError

    def _stream(self, name: str, needed: dict[str, Any], more: dict[str, Any]) -> Any:
        raise NotImplementedError

    async def ask(
        self,
        text: str,
        *,
        context: str | None = None,
        form: FormInput | None = None,
        schema: Mapping[str, Any] | None = None,
        default: AnswerInput | None = None,
        evidence: Sequence[EvidenceInput] | None = None,
        to: Sequence[str] | None = None,
        conversation: str | None = None,
        tool: str | None = None,
        join_key: str | None = None,
        expires_in_ms: float | None = None,
        expires_from: Literal["asking", "delivery"] | None = None,
        notify: NotifyInput | None = None,
        hold_ms: float | None = None,
        idempotency_key: str | None = None,
    ) -> Waited:
        """Ask a person; with hold_ms, wait for the answer in the same call.

        text: The question, at most 64 KiB.
        context: Background, shown apart from it.
        form: Any text if absent.
        schema: In place of a form: the JSON Schema that the answer's `fields` satisfy, as
            zod or pydantic emit it. Of a schema that is not of an object with properties, they
            hold the value as `value`.
        default: Offered for confirmation; never applied by itself.
        evidence: What people are shown with it: changes of files, patches, SQL, plans,
            mails, payments, images and files; at most 8 MiB together.
        to: Names of operators to ask, or roles as `role:owner`; any operator if absent.
        conversation: Where it belongs; the agent's own if absent.
        tool: The tool whose call asks: the request is kept in the mailbox until
            acknowledged, and the same content joins it.
        join_key: For a tool's question: tells it from others, in place of its content.
        expires_in_ms: In milliseconds, from 1 second to 366 days; never if absent.
        expires_from: When that time begins; `delivery` means once it is shown to somebody.
        notify: Called once it has closed, by a webhook that the agent's subscription signs.
            What joins another request calls where that one says.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        """
        found: Waited = await self._call(
            "ask",
            {"text": text},
            {"context": context, "form": form, "schema": schema, "default": default, "evidence": evidence, "to": to, "conversation": conversation, "tool": tool, "joinKey": join_key, "expiresInMs": expires_in_ms, "expiresFrom": expires_from, "notify": notify, "holdMs": hold_ms},
            idempotency_key,
        )
        return found

    async def list(
        self,
        *,
        kind: Literal["question", "authorization"] | None = None,
        status: Literal["open", "answered", "approved", "rejected", "responded", "expired", "cancelled", "abandoned", "assumed"] | None = None,
        conversation: str | None = None,
        agent: str | None = None,
        each: bool | None = None,
        mine: bool | None = None,
        since: str | None = None,
        until: str | None = None,
        time_zone: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListResult:
        """Requests, newest first, a page at a time.

        conversation: Id of a conversation.
        agent: All of this agent's own, including those that share another's answer.
        each: Each by itself, including questions that share another's answer.
        mine: Only what asks the caller, by name or as any operator.
        since: Asked then or later: `2026-11-21`, `2026-11-21 09:30`,
            `2026-11-21T09:30:00Z`, `today`, `yesterday`, or how long ago, such as `3d`.
        until: Asked before that, written like `since`; a day counts to its end.
        time_zone: Whose days and times are meant, such as `Europe/Berlin`; that of your
            attention, or UTC, where absent.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ListResult = await self._call(
            "list",
            {},
            {"kind": kind, "status": status, "conversation": conversation, "agent": agent, "each": each, "mine": mine, "since": since, "until": until, "timeZone": time_zone, "order": order, "cursor": cursor, "limit": limit},
        )
        return found

    async def show(
        self,
        id: str,
    ) -> ShowResult:
        """One request with its history.

        id: Id of a request.
        """
        found: ShowResult = await self._call(
            "show",
            {"id": id},
            {},
        )
        return found

    async def wait(
        self,
        id: str,
        *,
        hold_ms: float | None = None,
    ) -> Waited:
        """Wait for one request to close.

        id: Id of a request.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        """
        found: Waited = await self._call(
            "wait",
            {"id": id},
            {"holdMs": hold_ms},
        )
        return found

    async def wait_many(
        self,
        ids: Sequence[str],
        *,
        until: Literal["any", "all"] | None = None,
        hold_ms: float | None = None,
    ) -> WaitedMany:
        """Wait for any or all of several requests to close.

        until: `any` where absent: until one has closed.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        """
        found: WaitedMany = await self._call(
            "waitMany",
            {"ids": ids},
            {"until": until, "holdMs": hold_ms},
        )
        return found

    async def answer(
        self,
        id: str,
        answer: AnswerInput,
        *,
        undo_ms: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Answer an open request; the first valid answer wins.

        id: Id of a request.
        undo_ms: Hold the decision for so many milliseconds, at most 4000, in which `undo`
            takes it back. It counts at once where absent, at HIGH and CRITICAL, and with a
            proof of who decides.
        """
        found: Request = await self._call(
            "answer",
            {"id": id, "answer": answer},
            {"undoMs": undo_ms},
            idempotency_key,
        )
        return found

    async def undo(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Request:
        """Take back what you decided a moment ago, while it is held.

        id: Id of a request.
        """
        found: Request = await self._call(
            "undo",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def upload_file(
        self,
        id: str,
        name: str,
        content: str,
        *,
        media_type: str | None = None,
        idempotency_key: str | None = None,
    ) -> AnswerFile:
        """Keep a file beside an open request, for its answer to name.

        id: Id of a request.
        name: A path before it is dropped.
        content: The bytes in base64, at most 4 MiB.
        media_type: Types that a browser would run count as `application/octet-stream`.
        """
        found: AnswerFile = await self._call(
            "uploadFile",
            {"id": id, "name": name, "content": content},
            {"media_type": media_type},
            idempotency_key,
        )
        return found

    async def read_file(
        self,
        id: str,
        digest: str,
    ) -> bytes:
        """The bytes of a file of the answer or the evidence, for everybody who may read the
        request.

        id: Id of a request.
        """
        found: bytes = await self._call(
            "readFile",
            {"id": id, "digest": digest},
            {},
        )
        return found

    async def show_evidence(
        self,
        id: str,
        *,
        language: str | None = None,
    ) -> ShowEvidenceResult:
        """What stands beside a request, drawn of its bytes as people are shown it.

        id: Id of a request.
        language: Of the texts around it, such as `de`; English if absent.
        """
        found: ShowEvidenceResult = await self._call(
            "showEvidence",
            {"id": id},
            {"language": language},
        )
        return found

    async def cancel(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Take back a request: an agent its own, an owner any.

        id: Id of a request.
        reason: For the people who were asked.
        """
        found: Request = await self._call(
            "cancel",
            {"id": id},
            {"reason": reason},
            idempotency_key,
        )
        return found

    async def authorize(
        self,
        tool: str,
        args: Mapping[str, Any],
        reason: str,
        *,
        on_behalf_of: str | None = None,
        session: str | None = None,
        args_schema: Mapping[str, Any] | None = None,
        tool_schema_hash: str | None = None,
        tool_definition: ToolDefinitionInput | None = None,
        resources: Sequence[ResourceInput] | None = None,
        evidence: Sequence[EvidenceInput] | None = None,
        secrets: Sequence[str] | None = None,
        to: Sequence[str] | None = None,
        conversation: str | None = None,
        join_key: str | None = None,
        expires_in_ms: float | None = None,
        notify: NotifyInput | None = None,
        hold_ms: float | None = None,
        redeem_if_allowed: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Waited:
        """Seek authorization for an action; with hold_ms, wait for it in the same call.

        tool: The tool that is to run.
        args: Its arguments: at most 256 KiB if people are asked, 4 MiB if a rule or a
            permission allows it.
        reason: Why, in the agent's words.
        session: The agent's run.
        args_schema: JSON Schema that the arguments, and edits of them, must fit.
        tool_schema_hash: Digest of the tool's definition; if it changes, people are asked
            again.
        tool_definition: The definition behind that digest; shown beside the pinned one if
            they differ.
        resources: Files and the like by digest; they must be unchanged at redemption.
        evidence: What people are shown with it: changes of files, patches, SQL, plans,
            mails, payments, images and files; at most 8 MiB together.
        secrets: JSON Pointers of arguments that are shown to nobody.
        to: Names of operators to ask, or roles as `role:owner`; only those that the policy
            names count.
        conversation: Id of a conversation.
        join_key: Keeps it apart from another request for the same action, which it would
            otherwise join.
        expires_in_ms: In milliseconds, from 1 second to 30 days.
        notify: Called once it has closed, by a webhook that the agent's subscription signs.
            What joins another request calls where that one says.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        redeem_if_allowed: If a rule or a permission allows it at once, redeems it in the
            same step.
        """
        found: Waited = await self._call(
            "authorize",
            {"tool": tool, "args": args, "reason": reason},
            {"onBehalfOf": on_behalf_of, "session": session, "argsSchema": args_schema, "toolSchemaHash": tool_schema_hash, "toolDefinition": tool_definition, "resources": resources, "evidence": evidence, "secrets": secrets, "to": to, "conversation": conversation, "joinKey": join_key, "expiresInMs": expires_in_ms, "notify": notify, "holdMs": hold_ms, "redeemIfAllowed": redeem_if_allowed},
            idempotency_key,
        )
        return found

    async def approve(
        self,
        id: str,
        digest: str,
        *,
        args: Mapping[str, Any] | None = None,
        note: str | None = None,
        typed: str | None = None,
        passphrase: str | None = None,
        passkey: Mapping[str, Any] | None = None,
        undo_ms: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Approve an action by the digest that was shown, perhaps with other arguments.

        id: Id of a request.
        digest: The digest of what is approved, 64 hexadecimal digits.
        args: Other arguments than the agent's.
        note: Words to the agent beside the approval; they change nothing of what may run.
            Needed if the demand says note or tickets.
        typed: For HIGH and CRITICAL: the typed digits of the digest.
        passphrase: Needed if the demand says step_up.
        passkey: A passkey's signature of the digest; it replaces typed and passphrase.
        undo_ms: Hold the decision for so many milliseconds, at most 4000, in which `undo`
            takes it back. It counts at once where absent, at HIGH and CRITICAL, and with a
            proof of who decides.
        """
        found: Request = await self._call(
            "approve",
            {"id": id, "digest": digest},
            {"args": args, "note": note, "typed": typed, "passphrase": passphrase, "passkey": passkey, "undoMs": undo_ms},
            idempotency_key,
        )
        return found

    async def preview_edit(
        self,
        id: str,
        args: Mapping[str, Any],
        *,
        language: str | None = None,
        idempotency_key: str | None = None,
    ) -> PreviewEditResult:
        """The digest of an action with other arguments, and the difference; decides nothing.

        id: Id of a request.
        language: Of the texts around the evidence, such as `de`; English if absent.
        """
        found: PreviewEditResult = await self._call(
            "previewEdit",
            {"id": id, "args": args},
            {"language": language},
            idempotency_key,
        )
        return found

    async def explain_request(
        self,
        id: str,
    ) -> ExplainedRequest:
        """Why the rules said what they said of an authorization; for people and services.

        id: Id of a request.
        """
        found: ExplainedRequest = await self._call(
            "explainRequest",
            {"id": id},
            {},
        )
        return found

    async def reject(
        self,
        id: str,
        *,
        reason: str | None = None,
        covers: Literal["this", "like"] | None = None,
        for_ms: float | None = None,
        any_at: Sequence[str] | None = None,
        digits_at: Sequence[str] | None = None,
        undo_ms: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Reject an action, even if others have approved it.

        id: Id of a request.
        reason: Told to the agent.
        covers: `like`: for a time, what is like it is rejected at once, and nobody is
            asked; approvals like it that were not used are taken back.
        for_ms: With `like`: from now, at most 24 hours; 1 hour where absent.
        any_at: With `like`: JSON Pointers of arguments that may be anything.
        digits_at: With `like`: JSON Pointers of arguments whose digits may be any, such as
            a counter.
        undo_ms: Hold the decision for so many milliseconds, at most 4000, in which `undo`
            takes it back. It counts at once where absent, at HIGH and CRITICAL, and with a
            proof of who decides.
        """
        found: Request = await self._call(
            "reject",
            {"id": id},
            {"reason": reason, "covers": covers, "forMs": for_ms, "anyAt": any_at, "digitsAt": digits_at, "undoMs": undo_ms},
            idempotency_key,
        )
        return found

    async def revoke(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Take back one's vote on an open request, or an approval that was not used.

        id: Id of a request.
        reason: Told to the agent if the request had been approved.
        """
        found: Request = await self._call(
            "revoke",
            {"id": id},
            {"reason": reason},
            idempotency_key,
        )
        return found

    async def preview_rejection(
        self,
        id: str,
        *,
        any_at: Sequence[str] | None = None,
        digits_at: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> PreviewRejectionResult:
        """What a rejection of everything alike would cover; rejects nothing.

        id: Id of a request.
        digits_at: If absent: wherever the open ones that are alike differ in digits.
        """
        found: PreviewRejectionResult = await self._call(
            "previewRejection",
            {"id": id},
            {"anyAt": any_at, "digitsAt": digits_at},
            idempotency_key,
        )
        return found

    async def collect(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> CollectedGrant:
        """Collect the grant of an approval; this voids an earlier, unused one.

        id: Id of a request.
        """
        found: CollectedGrant = await self._call(
            "collect",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def redeem(
        self,
        tool: str,
        args: Mapping[str, Any],
        *,
        grant: str | None = None,
        request: str | None = None,
        session: str | None = None,
        tool_schema_hash: str | None = None,
        resources: Sequence[ResourceInput] | None = None,
        evidence: Sequence[EvidenceInput] | None = None,
        idempotency_key: str | None = None,
    ) -> RedeemResult:
        """Redeem a grant, or an approval of one's own, for exactly the action about to run.

        grant: As it was collected.
        request: In place of a grant: the agent's own approval, collected and redeemed in
            one step.
        evidence: What people are shown with it: changes of files, patches, SQL, plans,
            mails, payments, images and files; at most 8 MiB together.
        """
        found: RedeemResult = await self._call(
            "redeem",
            {"tool": tool, "args": args},
            {"grant": grant, "request": request, "session": session, "toolSchemaHash": tool_schema_hash, "resources": resources, "evidence": evidence},
            idempotency_key,
        )
        return found

    async def offer_tools(
        self,
        server: str,
        *,
        tools: Sequence[OfferToolsToolsItemInput] | None = None,
        methods: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> OfferToolsResult:
        """Say what tools a server offers; of those that come later, the first call asks
        people.

        server: Names the server, as in the definitions of its tools.
        tools: All of them: what is left out is gone. Nothing is kept if absent.
        methods: What else it does that the policy knows as tools, such as `resources/read`.
        """
        found: OfferToolsResult = await self._call(
            "offerTools",
            {"server": server},
            {"tools": tools, "methods": methods},
            idempotency_key,
        )
        return found

    async def pin_tool(
        self,
        id: str,
        hash: str,
        *,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> PinnedTool:
        """Accept a changed tool as the known one; approves nothing.

        id: The request that shows the change.
        hash: Digest of the shown definition.
        passphrase: Your own, if you have one.
        """
        found: PinnedTool = await self._call(
            "pinTool",
            {"id": id, "hash": hash},
            {"passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def grant_keys(
        self,
    ) -> PublicKeys:
        """The public keys that verify grants and checkpoints, as a JWK Set."""
        found: PublicKeys = await self._call(
            "grantKeys",
            {},
            {},
        )
        return found

    async def rotate_grant_key(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> RotateGrantKeyResult:
        """Sign with a new key from now on."""
        found: RotateGrantKeyResult = await self._call(
            "rotateGrantKey",
            {},
            {},
            idempotency_key,
        )
        return found

    async def erase(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Request:
        """Erase the content of a closed request; ids, digests and the log stay.

        id: Id of a request.
        """
        found: Request = await self._call(
            "erase",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def respond(
        self,
        id: str,
        text: str,
        *,
        undo_ms: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Answer in place of the tool; the action never runs, and nothing is approved.

        id: Id of a request.
        text: What the agent is told in place of what its tool would have returned, at most
            64 KiB.
        undo_ms: Hold the decision for so many milliseconds, at most 4000, in which `undo`
            takes it back. It counts at once where absent, at HIGH and CRITICAL, and with a
            proof of who decides.
        """
        found: Request = await self._call(
            "respond",
            {"id": id, "text": text},
            {"undoMs": undo_ms},
            idempotency_key,
        )
        return found

    async def ask_back(
        self,
        id: str,
        text: str,
        *,
        idempotency_key: str | None = None,
    ) -> Request:
        """Ask the agent something before deciding; the request stays open.

        id: Id of a request.
        text: At most 2 KiB.
        """
        found: Request = await self._call(
            "askBack",
            {"id": id, "text": text},
            {},
            idempotency_key,
        )
        return found

    async def answer_back(
        self,
        id: str,
        text: str,
        *,
        number: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Answer, once, what a person asked before they decide; people are asked again.

        id: Id of a request.
        text: Shown to people as the agent's own words, which decide nothing.
        number: Which of the questions to the agent; the one that waits if absent.
        """
        found: Request = await self._call(
            "answerBack",
            {"id": id, "text": text},
            {"number": number},
            idempotency_key,
        )
        return found

    async def policy(
        self,
    ) -> PolicyInForce:
        """The policy in force, for people and services."""
        found: PolicyInForce = await self._call(
            "policy",
            {},
            {},
        )
        return found

    async def apply_policy(
        self,
        source: Mapping[str, Any],
        *,
        replaces: str | None = None,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> PolicyInForce:
        """Put a policy in force.

        source: The policy in the form of earshot.yaml.
        replaces: The policy that it was written from. Where another one is in force by now,
            nothing is changed (POLICY_CHANGED); not checked if absent.
        passphrase: Your own, if you have one.
        """
        found: PolicyInForce = await self._call(
            "applyPolicy",
            {"source": source},
            {"replaces": replaces, "passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def test_policy(
        self,
        tool: str,
        args: Mapping[str, Any],
        *,
        agent: str | None = None,
        idempotency_key: str | None = None,
    ) -> TestedPolicy:
        """What the policy in force says about an action, and why; changes nothing.

        agent: The name of an agent.
        """
        found: TestedPolicy = await self._call(
            "testPolicy",
            {"tool": tool, "args": args},
            {"agent": agent},
            idempotency_key,
        )
        return found

    async def dry_run_policy(
        self,
        source: Mapping[str, Any],
        *,
        cursor: str | None = None,
        idempotency_key: str | None = None,
    ) -> PolicyDryRun:
        """What another policy would have said to the last 30 days; applies nothing.

        source: The policy in the form of earshot.yaml.
        cursor: The `next` of the page before.
        """
        found: PolicyDryRun = await self._call(
            "dryRunPolicy",
            {"source": source},
            {"cursor": cursor},
            idempotency_key,
        )
        return found

    async def policy_coverage(
        self,
        *,
        cursor: str | None = None,
    ) -> PolicyCoverage:
        """How much each rule in force decided in the last 30 days, and of the tests.

        cursor: The `next` of the page before.
        """
        found: PolicyCoverage = await self._call(
            "policyCoverage",
            {},
            {"cursor": cursor},
        )
        return found

    async def policy_log(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> PolicyLogResult:
        """Every policy that was put in force, newest first: who, when and what changed.

        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: PolicyLogResult = await self._call(
            "policyLog",
            {},
            {"cursor": cursor, "limit": limit},
        )
        return found

    async def policy_revision(
        self,
        revision: str,
    ) -> PolicyRevision:
        """A policy that is or was in force, as it was applied.

        revision: The digest of a policy, or six or more of its first characters.
        """
        found: PolicyRevision = await self._call(
            "policyRevision",
            {"revision": revision},
            {},
        )
        return found

    async def diff_policies(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
    ) -> PolicyDiff:
        """In what two policies differ.

        from_: The one that `to` replaced, if absent.
        to: The one in force, if absent.
        """
        found: PolicyDiff = await self._call(
            "diffPolicies",
            {},
            {"from": from_, "to": to},
        )
        return found

    async def blame_policy(
        self,
        *,
        revision: str | None = None,
    ) -> PolicyBlame:
        """For each rule and key of a policy who put it there, and when.

        revision: The one in force, if absent.
        """
        found: PolicyBlame = await self._call(
            "blamePolicy",
            {},
            {"revision": revision},
        )
        return found

    async def reach_alone(
        self,
        *,
        person: str | None = None,
        source: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> ReachAloneResult:
        """What each person could bring about alone, and how; does nothing.

        person: A name; everybody where absent.
        source: Another policy, in the form of earshot.yaml; the one in force where absent.
        """
        found: ReachAloneResult = await self._call(
            "reachAlone",
            {},
            {"person": person, "source": source},
            idempotency_key,
        )
        return found

    async def permit(
        self,
        scope: Literal["once", "session", "target", "pattern", "answer"],
        *,
        like: str | None = None,
        agent: str | None = None,
        tool: str | None = None,
        args: Mapping[str, Mapping[str, Any]] | None = None,
        level: Literal["LOW", "MEDIUM", "HIGH"] | None = None,
        for_ms: float | None = None,
        typed: str | None = None,
        idempotency_key: str | None = None,
    ) -> Permission:
        """Give a standing permission.

        like: A request to take agent, tool, … from.
        tool: With * for any characters.
        args: Conditions by JSON Pointer, as in a policy.
        for_ms: From now; at most 90 days, 24 hours if absent.
        typed: For HIGH: its tool, as typed at a terminal.
        """
        found: Permission = await self._call(
            "permit",
            {"scope": scope},
            {"like": like, "agent": agent, "tool": tool, "args": args, "level": level, "forMs": for_ms, "typed": typed},
            idempotency_key,
        )
        return found

    async def list_permissions(
        self,
    ) -> ListPermissionsResult:
        """Standing permissions, newest first, ended ones included; an agent's own."""
        found: ListPermissionsResult = await self._call(
            "listPermissions",
            {},
            {},
        )
        return found

    async def preview_permission(
        self,
        scope: Literal["once", "session", "target", "pattern", "answer"],
        *,
        like: str | None = None,
        agent: str | None = None,
        tool: str | None = None,
        args: Mapping[str, Mapping[str, Any]] | None = None,
        level: Literal["LOW", "MEDIUM", "HIGH"] | None = None,
        for_ms: float | None = None,
        typed: str | None = None,
        idempotency_key: str | None = None,
    ) -> PreviewPermissionResult:
        """What a permission would have covered in the last 7 days; gives none.

        like: A request to take agent, tool, … from.
        tool: With * for any characters.
        args: Conditions by JSON Pointer, as in a policy.
        for_ms: From now; at most 90 days, 24 hours if absent.
        typed: For HIGH: its tool, as typed at a terminal.
        """
        found: PreviewPermissionResult = await self._call(
            "previewPermission",
            {"scope": scope},
            {"like": like, "agent": agent, "tool": tool, "args": args, "level": level, "forMs": for_ms, "typed": typed},
            idempotency_key,
        )
        return found

    async def revoke_permission(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Permission:
        """Take back a standing permission.

        id: Id of a standing permission.
        """
        found: Permission = await self._call(
            "revokePermission",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def set_passphrase(
        self,
        passphrase: str,
        *,
        former: str | None = None,
        proof: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> SetPassphraseResult:
        """Set or change the passphrase with which you prove your identity again.

        passphrase: 12 to 256 characters.
        former: The previous one, if there is one.
        proof: Proof by a passkey of yours, if you have one; needed for the first
            passphrase.
        """
        found: SetPassphraseResult = await self._call(
            "setPassphrase",
            {"passphrase": passphrase},
            {"former": former, "proof": proof},
            idempotency_key,
        )
        return found

    async def inbox(
        self,
        *,
        split: Literal["needs_me", "others", "waiting", "snoozed", "done"] | None = None,
        query: str | None = None,
        alike: str | None = None,
        time_zone: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> InboxPage:
        """Your inbox: a part of it, or what a search finds, a page at a time.

        split: `needs_me` where absent.
        query: Words and filters, such as `transfer level:high agent:ci since:yesterday`; at
            most 256 characters.
        alike: Of the split, only the open requests that share a row with this one, each on
            a row of its own and all on one page.
        time_zone: Whose days and times are meant, such as `Europe/Berlin`; that of your
            attention, or UTC, where absent.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: InboxPage = await self._call(
            "inbox",
            {},
            {"split": split, "query": query, "alike": alike, "timeZone": time_zone, "cursor": cursor, "limit": limit},
        )
        return found

    async def inbox_item(
        self,
        id: str,
    ) -> InboxDetail:
        """One request with everything that a person needs to decide.

        id: Id of a request.
        """
        found: InboxDetail = await self._call(
            "inboxItem",
            {"id": id},
            {},
        )
        return found

    async def note_sent(
        self,
        ids: Sequence[str],
        *,
        idempotency_key: str | None = None,
    ) -> NoteSentResult:
        """Note that your inbox shows these requests."""
        found: NoteSentResult = await self._call(
            "noteSent",
            {"ids": ids},
            {},
            idempotency_key,
        )
        return found

    async def note_seen(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> NoteSeenResult:
        """Note that you have opened a request.

        id: Id of a request.
        """
        found: NoteSeenResult = await self._call(
            "noteSeen",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def assign(
        self,
        id: str,
        to: str,
        *,
        idempotency_key: str | None = None,
    ) -> Assignment:
        """Give an open request to a colleague, who is told; whoever could decide it still can.

        id: Id of a request.
        to: The name of an operator who can decide or answer it.
        """
        found: Assignment = await self._call(
            "assign",
            {"id": id, "to": to},
            {},
            idempotency_key,
        )
        return found

    async def assignees(
        self,
        id: str,
    ) -> AssigneesResult:
        """Who an open request can be given to.

        id: Id of a request.
        """
        found: AssigneesResult = await self._call(
            "assignees",
            {"id": id},
            {},
        )
        return found

    async def unassign(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> UnassignResult:
        """Take back who a request was given to.

        id: Id of a request.
        """
        found: UnassignResult = await self._call(
            "unassign",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def claim(
        self,
        id: str,
        *,
        take: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Claim:
        """Take an open request on; others may still decide it.

        id: Id of a request.
        take: Even from an operator who holds it.
        """
        found: Claim = await self._call(
            "claim",
            {"id": id},
            {"take": take},
            idempotency_key,
        )
        return found

    async def release(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> ReleaseResult:
        """Give back a request that you have taken on.

        id: Id of a request.
        """
        found: ReleaseResult = await self._call(
            "release",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def set_replies(
        self,
        answers: Sequence[str],
        reasons: Sequence[str],
        *,
        idempotency_key: str | None = None,
    ) -> SavedReplies:
        """Save what you often reply, in place of what you saved before.

        answers: Answers in words, in the order of their numbers; at most 10.
        reasons: Why something is rejected; at most 10.
        """
        found: SavedReplies = await self._call(
            "setReplies",
            {"answers": answers, "reasons": reasons},
            {},
            idempotency_key,
        )
        return found

    async def replies(
        self,
    ) -> SavedReplies:
        """What you often reply."""
        found: SavedReplies = await self._call(
            "replies",
            {},
            {},
        )
        return found

    async def separate(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Request:
        """Separate a question from those that share an answer: it is asked by itself.

        id: Id of a request.
        """
        found: Request = await self._call(
            "separate",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def snooze(
        self,
        id: str,
        *,
        until: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> SnoozeResult:
        """Put a request off in your own inbox; its time keeps running.

        id: Id of a request.
        until: In UTC with milliseconds, at most 30 days from now; absent takes it back.
        """
        found: SnoozeResult = await self._call(
            "snooze",
            {"id": id},
            {"until": until},
            idempotency_key,
        )
        return found

    async def insights(
        self,
        *,
        days: int | None = None,
        agent: str | None = None,
    ) -> Insights:
        """How people answered within the last days.

        days: 7 where absent.
        agent: Only what this agent asked.
        """
        found: Insights = await self._call(
            "insights",
            {},
            {"days": days, "agent": agent},
        )
        return found

    async def mailbox(
        self,
        *,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
    ) -> Mailbox:
        """Answers and messages from people that an agent has not acknowledged.

        limit: 50 if absent.
        """
        found: Mailbox = await self._call(
            "mailbox",
            {},
            {"limit": limit, "order": order},
        )
        return found

    async def acknowledge(
        self,
        ids: Sequence[str],
        *,
        idempotency_key: str | None = None,
    ) -> AcknowledgeResult:
        """Take items out of the agent's mailbox for good.

        ids: 1 to 100; one that is not there changes nothing.
        """
        found: AcknowledgeResult = await self._call(
            "acknowledge",
            {"ids": ids},
            {},
            idempotency_key,
        )
        return found

    async def tell(
        self,
        text: str,
        *,
        conversation: str | None = None,
        agent: str | None = None,
        idempotency_key: str | None = None,
    ) -> Message:
        """Say something that needs no answer.

        conversation: Id of a conversation.
        agent: The name of the agent to tell it, in the agent's own conversation.
        """
        found: Message = await self._call(
            "tell",
            {"text": text},
            {"conversation": conversation, "agent": agent},
            idempotency_key,
        )
        return found

    async def show_message(
        self,
        id: str,
    ) -> Message:
        """One message.

        id: Id of a message.
        """
        found: Message = await self._call(
            "showMessage",
            {"id": id},
            {},
        )
        return found

    async def start_conversation(
        self,
        title: str,
        *,
        idempotency_key: str | None = None,
    ) -> Conversation:
        """Open a conversation beside the agent's own."""
        found: Conversation = await self._call(
            "startConversation",
            {"title": title},
            {},
            idempotency_key,
        )
        return found

    async def list_conversations(
        self,
        *,
        order: Literal["oldest", "latest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListConversationsResult:
        """Conversations, a page at a time.

        order: `latest`: where something was said last comes first, with the beginning of
            that. `oldest` where absent.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ListConversationsResult = await self._call(
            "listConversations",
            {},
            {"order": order, "cursor": cursor, "limit": limit},
        )
        return found

    async def show_conversation(
        self,
        id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ShowConversationResult:
        """A conversation with its messages and requests, oldest first.

        id: Id of a conversation.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ShowConversationResult = await self._call(
            "showConversation",
            {"id": id},
            {"cursor": cursor, "limit": limit},
        )
        return found

    async def send(
        self,
        channel: str,
        chat_id: str,
        text: str,
        *,
        thread_id: str | None = None,
        reply_to: str | None = None,
        conversation: str | None = None,
        idempotency_key: str | None = None,
    ) -> SentMessage:
        """Send a message to an operator or an address that is linked.

        chat_id: A chat by its platform's name or the name of its link, or an operator by
            name. 1 to 128 characters without white space or control characters.
        reply_to: The platform's message that it replies to.
        conversation: The agent's own if absent.
        """
        found: SentMessage = await self._call(
            "send",
            {"channel": channel, "chatId": chat_id, "text": text},
            {"threadId": thread_id, "replyTo": reply_to, "conversation": conversation},
            idempotency_key,
        )
        return found

    async def reachable(
        self,
    ) -> ReachableResult:
        """Where your messages can go."""
        found: ReachableResult = await self._call(
            "reachable",
            {},
            {},
        )
        return found

    async def deliveries(
        self,
        *,
        status: DeliveryStatus | None = None,
        channel: str | None = None,
        item: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> DeliveriesResult:
        """Deliveries, the newest first; an agent sees its own.

        item: Id of a request or a message.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: DeliveriesResult = await self._call(
            "deliveries",
            {},
            {"status": status, "channel": channel, "item": item, "cursor": cursor, "limit": limit},
        )
        return found

    async def delivery(
        self,
        id: str,
    ) -> Delivery:
        """One delivery.

        id: Id of a delivery.
        """
        found: Delivery = await self._call(
            "delivery",
            {"id": id},
            {},
        )
        return found

    async def resend_delivery(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Delivery:
        """Retry a failed delivery from the beginning.

        id: Id of a delivery.
        """
        found: Delivery = await self._call(
            "resendDelivery",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def drop_delivery(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Delivery:
        """Give up a delivery that failed or is waiting.

        id: Id of a delivery.
        """
        found: Delivery = await self._call(
            "dropDelivery",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def test_route(
        self,
        *,
        to: Sequence[str] | None = None,
        level: Level | None = None,
        expires_in_ms: float | None = None,
        at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> RouteReport:
        """Who would be reached, where and when; changes nothing.

        to: Names of operators, or roles as `role:owner`; anybody if absent.
        level: Tests an authorization of this level; a question if absent.
        at: Tests this moment, in UTC with milliseconds; now if absent.
        """
        found: RouteReport = await self._call(
            "testRoute",
            {},
            {"to": to, "level": level, "expiresInMs": expires_in_ms, "at": at},
            idempotency_key,
        )
        return found

    async def create_link_code(
        self,
        channel: str,
        *,
        chat_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> LinkCode:
        """Make a code that links your account on a channel to you.

        chat_id: For e-mail: the address.
        """
        found: LinkCode = await self._call(
            "createLinkCode",
            {"channel": channel},
            {"chatId": chat_id},
            idempotency_key,
        )
        return found

    async def link_chat(
        self,
        channel: str,
        chat_id: str,
        *,
        thread_id: str | None = None,
        name: str | None = None,
        idempotency_key: str | None = None,
    ) -> Link:
        """Link a chat that several people read.

        name: For people to tell links apart.
        """
        found: Link = await self._call(
            "linkChat",
            {"channel": channel, "chatId": chat_id},
            {"threadId": thread_id, "name": name},
            idempotency_key,
        )
        return found

    async def list_links(
        self,
    ) -> ListLinksResult:
        """The linked addresses."""
        found: ListLinksResult = await self._call(
            "listLinks",
            {},
            {},
        )
        return found

    async def rank_link(
        self,
        id: str,
        rank: int,
        *,
        idempotency_key: str | None = None,
    ) -> Link:
        """Set the rank of a link among its operator's links.

        id: Id of a link.
        rank: The lowest is reached first.
        """
        found: Link = await self._call(
            "rankLink",
            {"id": id, "rank": rank},
            {},
            idempotency_key,
        )
        return found

    async def remove_link(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Link:
        """Remove a link: nothing is sent to or heard from there any more.

        id: Id of a link.
        """
        found: Link = await self._call(
            "removeLink",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def set_attention(
        self,
        *,
        language: str | None = None,
        time_zone: str | None = None,
        quiet: SetAttentionQuietInput | None = None,
        digest: Sequence[str] | None = None,
        per_hour: int | None = None,
        idempotency_key: str | None = None,
    ) -> Attention:
        """Say when you want to be interrupted; an absent key is reset.

        language: Of what reaches them, such as `de` or `de-AT`; that of the deployment if
            absent.
        time_zone: An IANA name, such as `Europe/Berlin`; `UTC` if absent.
        quiet: As `HH:MM`; past midnight if `to` is earlier.
        digest: Times, `HH:MM`, at which items that are not urgent arrive together.
        per_hour: How many items an hour may arrive one by one.
        """
        found: Attention = await self._call(
            "setAttention",
            {},
            {"language": language, "timeZone": time_zone, "quiet": quiet, "digest": digest, "perHour": per_hour},
            idempotency_key,
        )
        return found

    async def attention(
        self,
    ) -> Attention:
        """When you want to be interrupted."""
        found: Attention = await self._call(
            "attention",
            {},
            {},
        )
        return found

    async def channels(
        self,
    ) -> ChannelsResult:
        """The configured channels, and the state of each."""
        found: ChannelsResult = await self._call(
            "channels",
            {},
            {},
        )
        return found

    async def list_subscriptions(
        self,
    ) -> ListSubscriptionsResult:
        """Where agents are called when their requests close; an agent sees its own."""
        found: ListSubscriptionsResult = await self._call(
            "listSubscriptions",
            {},
            {},
        )
        return found

    async def set_subscription(
        self,
        *,
        agent: str | None = None,
        url: str | None = None,
        idempotency_key: str | None = None,
    ) -> SubscriptionMade:
        """Subscribe an agent, or change where it is called.

        agent: The caller itself if absent; a person with the right `keys` names an agent.
        url: `https` on the public internet, or a host that an operator has named. Absent:
            only requests that say `notify` call.
        """
        found: SubscriptionMade = await self._call(
            "setSubscription",
            {},
            {"agent": agent, "url": url},
            idempotency_key,
        )
        return found

    async def rotate_subscription(
        self,
        *,
        agent: str | None = None,
        overlap_ms: float | None = None,
        idempotency_key: str | None = None,
    ) -> SubscriptionMade:
        """Make another secret; the former signs beside it for a while.

        agent: The caller itself if absent; a person with the right `keys` names an agent.
        overlap_ms: How long the former signs: 24 hours if absent, at most 30 days.
        """
        found: SubscriptionMade = await self._call(
            "rotateSubscription",
            {},
            {"agent": agent, "overlapMs": overlap_ms},
            idempotency_key,
        )
        return found

    async def remove_subscription(
        self,
        *,
        agent: str | None = None,
        idempotency_key: str | None = None,
    ) -> Subscription:
        """End it: nothing more is sent, and its secret is gone.

        agent: The caller itself if absent; a person with the right `keys` names an agent.
        """
        found: Subscription = await self._call(
            "removeSubscription",
            {},
            {"agent": agent},
            idempotency_key,
        )
        return found

    async def test_subscription(
        self,
        *,
        agent: str | None = None,
        idempotency_key: str | None = None,
    ) -> SubscriptionTested:
        """Call it now with an event of the type `earshot.subscription.test`.

        agent: The caller itself if absent; a person with the right `keys` names an agent.
        """
        found: SubscriptionTested = await self._call(
            "testSubscription",
            {},
            {"agent": agent},
            idempotency_key,
        )
        return found

    async def list_devices(
        self,
    ) -> ListDevicesResult:
        """Your browsers that are notified, and the key that one subscribes with."""
        found: ListDevicesResult = await self._call(
            "listDevices",
            {},
            {},
        )
        return found

    async def add_device(
        self,
        name: str,
        endpoint: str,
        p256dh: str,
        auth: str,
        key: str,
        *,
        shows: NoticeDetail | None = None,
        idempotency_key: str | None = None,
    ) -> Device:
        """Notify the browser of this web session, until that ends.

        endpoint: `https` on the public internet, or a host that an operator has named.
        key: The key that the browser subscribed with.
        shows: `nothing` if absent.
        """
        found: Device = await self._call(
            "addDevice",
            {"name": name, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "key": key},
            {"shows": shows},
            idempotency_key,
        )
        return found

    async def test_device(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> DeviceTested:
        """Send a device of yours a notification that says only that.

        id: Id of a link.
        """
        found: DeviceTested = await self._call(
            "testDevice",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def read_notice(
        self,
        id: str,
    ) -> ShownNotice:
        """What a notification of this device shows of a delivery.

        id: Id of a delivery.
        """
        found: ShownNotice = await self._call(
            "readNotice",
            {"id": id},
            {},
        )
        return found

    async def press_notice(
        self,
        token: str,
        *,
        idempotency_key: str | None = None,
    ) -> PressedNotice:
        """Do what a button of a notification says."""
        found: PressedNotice = await self._call(
            "pressNotice",
            {"token": token},
            {},
            idempotency_key,
        )
        return found

    async def start_session(
        self,
        text: str,
        *,
        agent: str | None = None,
        place: PlaceInput | None = None,
        scheduled: str | None = None,
        pending: bool | None = None,
        said_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> Session:
        """Queue a session of an agent; an agent's key starts its own.

        text: What it is started with, at most 64 KiB.
        agent: Its name; an agent may leave it out.
        scheduled: `name due` of a schedule: the same twice begins one session.
        pending: It waits until a person begins it.
        said_at: When the words were said, if that was long before.
        """
        found: Session = await self._call(
            "startSession",
            {"text": text},
            {"agent": agent, "place": place, "scheduled": scheduled, "pending": pending, "saidAt": said_at},
            idempotency_key,
        )
        return found

    async def list_sessions(
        self,
        *,
        agent: str | None = None,
        status: SessionStatus | None = None,
        chain: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListSessionsResult:
        """Sessions, the newest first; an agent sees its own.

        agent: The name of an agent.
        chain: Only one chain, named by any of its ids.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ListSessionsResult = await self._call(
            "listSessions",
            {},
            {"agent": agent, "status": status, "chain": chain, "cursor": cursor, "limit": limit},
        )
        return found

    def export_sessions(
        self,
        *,
        agent: str | None = None,
    ) -> AsyncIterator[SessionLedgerEntry]:
        """The ledger of sessions as JSON lines, oldest first."""
        found: AsyncIterator[SessionLedgerEntry] = self._stream(
            "exportSessions",
            {},
            {"agent": agent},
        )
        return found

    async def import_sessions(
        self,
        agent: str,
        lines: Sequence[str],
        *,
        channel: str | None = None,
        chat_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> ImportedLedger:
        """Import lines of another ledger as sessions that have ended."""
        found: ImportedLedger = await self._call(
            "importSessions",
            {"agent": agent, "lines": lines},
            {"channel": channel, "chatId": chat_id},
            idempotency_key,
        )
        return found

    async def show_session(
        self,
        id: str,
    ) -> SessionDetail:
        """One session, its chain, and what it waits for.

        id: Id of a session.
        """
        found: SessionDetail = await self._call(
            "showSession",
            {"id": id},
            {},
        )
        return found

    async def session_entries(
        self,
        id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        hold_ms: float | None = None,
    ) -> SessionEntriesResult:
        """What has happened in a session, oldest first.

        id: Id of a session.
        after: Only those after this number.
        limit: 100 where absent.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        """
        found: SessionEntriesResult = await self._call(
            "sessionEntries",
            {"id": id},
            {"after": after, "limit": limit, "holdMs": hold_ms},
        )
        return found

    async def begin_session(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Session:
        """Queue a session that is pending: an order found in the history of a chat.

        id: Id of a session.
        """
        found: Session = await self._call(
            "beginSession",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def resume_session(
        self,
        id: str,
        *,
        text: str | None = None,
        idempotency_key: str | None = None,
    ) -> Session:
        """Queue a session that continues one which has ended.

        id: Id of a session.
        text: What else to tell it.
        """
        found: Session = await self._call(
            "resumeSession",
            {"id": id},
            {"text": text},
            idempotency_key,
        )
        return found

    async def cancel_session(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> Session:
        """End a session; a running one ends when its host hears of it. An agent ends only its
        own.

        id: Id of a session.
        reason: For people.
        """
        found: Session = await self._call(
            "cancelSession",
            {"id": id},
            {"reason": reason},
            idempotency_key,
        )
        return found

    async def list_agent_profiles(
        self,
    ) -> ListAgentProfilesResult:
        """Agents that a host has made known."""
        found: ListAgentProfilesResult = await self._call(
            "listAgentProfiles",
            {},
            {},
        )
        return found

    async def skill_use(
        self,
        *,
        agent: str | None = None,
    ) -> SkillUseResult:
        """Which of their skills agents read, and what to do about those that nobody reads."""
        found: SkillUseResult = await self._call(
            "skillUse",
            {},
            {"agent": agent},
        )
        return found

    async def register_agent(
        self,
        channels: Sequence[AgentChannelInput],
        *,
        description: str | None = None,
        skills: Sequence[str] | None = None,
        judges: bool | None = None,
        schedules: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> AgentProfile:
        """Make known what starts sessions of the agent that calls.

        judges: It has a model that can judge requests for the review.
        schedules: Texts that name them; a time that was due before one was known is not
            made up for.
        """
        found: AgentProfile = await self._call(
            "registerAgent",
            {"channels": channels},
            {"description": description, "skills": skills, "judges": judges, "schedules": schedules},
            idempotency_key,
        )
        return found

    async def claim_session(
        self,
        host: str,
        *,
        hold_ms: float | None = None,
        idempotency_key: str | None = None,
    ) -> ClaimSessionResult:
        """Take up the next session of the agent, at most one of a lane at a time.

        host: Names the host; new with every start.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        """
        found: ClaimSessionResult = await self._call(
            "claimSession",
            {"host": host},
            {"holdMs": hold_ms},
            idempotency_key,
        )
        return found

    async def renew_session(
        self,
        id: str,
        epoch: int,
        *,
        idempotency_key: str | None = None,
    ) -> RenewSessionResult:
        """Keep the claim on a session.

        id: Id of a session.
        epoch: The epoch of the claimed session.
        """
        found: RenewSessionResult = await self._call(
            "renewSession",
            {"id": id, "epoch": epoch},
            {},
            idempotency_key,
        )
        return found

    async def watch_session(
        self,
        id: str,
        epoch: int,
        *,
        hold_ms: float | None = None,
    ) -> WatchSessionResult:
        """Wait until a person wants to end the session, or its claim is lost.

        id: Id of a session.
        hold_ms: How long to wait in this call, in milliseconds; cut to 55,000. 0 where
            absent.
        """
        found: WatchSessionResult = await self._call(
            "watchSession",
            {"id": id, "epoch": epoch},
            {"holdMs": hold_ms},
        )
        return found

    async def record_entries(
        self,
        id: str,
        epoch: int,
        after: int,
        entries: Sequence[SessionEntryBodyInput],
        *,
        idempotency_key: str | None = None,
    ) -> RecordEntriesResult:
        """Store what happened in a session.

        id: Id of a session.
        epoch: The epoch of the claimed session.
        after: The number of entries before these, so that a repetition changes nothing.
        """
        found: RecordEntriesResult = await self._call(
            "recordEntries",
            {"id": id, "epoch": epoch, "after": after, "entries": entries},
            {},
            idempotency_key,
        )
        return found

    async def ask_in_session(
        self,
        id: str,
        epoch: int,
        call: str,
        question: AskInSessionQuestionInput,
        *,
        kind: Literal["question", "repeat"] | None = None,
        idempotency_key: str | None = None,
    ) -> AskInSessionResult:
        """Ask a person where the session talks, and end it as paused, in one step.

        id: Id of a session.
        epoch: The epoch of the claimed session.
        call: The model's call, as its reply names it.
        kind: `repeat`: whether a call that may have run is to run again.
        """
        found: AskInSessionResult = await self._call(
            "askInSession",
            {"id": id, "epoch": epoch, "call": call, "question": question},
            {"kind": kind},
            idempotency_key,
        )
        return found

    async def authorize_in_session(
        self,
        id: str,
        epoch: int,
        call: str,
        action: AuthorizeInSessionActionInput,
        *,
        from_: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"] | None = None,
        is_probe: bool | None = None,
        idempotency_key: str | None = None,
    ) -> AuthorizedInSession:
        """Seek an authorization; if people decide, the session ends as paused.

        id: Id of a session.
        epoch: The epoch of the claimed session.
        call: The model's call, as its reply names it.
        from_: Sought only from this level on; `free` below it.
        is_probe: Only looks: `needed` if it would be sought.
        """
        found: AuthorizedInSession = await self._call(
            "authorizeInSession",
            {"id": id, "epoch": epoch, "call": call, "action": action},
            {"from": from_, "isProbe": is_probe},
            idempotency_key,
        )
        return found

    async def post_in_session(
        self,
        id: str,
        epoch: int,
        call: str,
        text: str,
        *,
        idempotency_key: str | None = None,
    ) -> PostInSessionResult:
        """Say something where the session was started, and continue.

        id: Id of a session.
        epoch: The epoch of the claimed session.
        call: The model's call, as its reply names it.
        """
        found: PostInSessionResult = await self._call(
            "postInSession",
            {"id": id, "epoch": epoch, "call": call, "text": text},
            {},
            idempotency_key,
        )
        return found

    async def end_session(
        self,
        id: str,
        epoch: int,
        outcome: Literal["completed", "failed", "released", "cancelled"],
        *,
        text: str | None = None,
        idempotency_key: str | None = None,
    ) -> EndSessionResult:
        """End a session, or give it back for another host.

        id: Id of a session.
        epoch: The epoch of the claimed session.
        text: The final reply, which is posted, or why it failed, for people.
        """
        found: EndSessionResult = await self._call(
            "endSession",
            {"id": id, "epoch": epoch, "outcome": outcome},
            {"text": text},
            idempotency_key,
        )
        return found

    async def record_skill_read(
        self,
        skill: str,
        *,
        idempotency_key: str | None = None,
    ) -> RecordSkillReadResult:
        """Count that the agent read one of its skills."""
        found: RecordSkillReadResult = await self._call(
            "recordSkillRead",
            {"skill": skill},
            {},
            idempotency_key,
        )
        return found

    async def list_review(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListReviewResult:
        """What has been open for longer than a day, the oldest first; an agent sees its own.

        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ListReviewResult = await self._call(
            "listReview",
            {},
            {"cursor": cursor, "limit": limit},
        )
        return found

    async def run_review(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> RunReviewResult:
        """Do what is due for all of them, like the daily review."""
        found: RunReviewResult = await self._call(
            "runReview",
            {},
            {},
            idempotency_key,
        )
        return found

    async def review(
        self,
        id: str,
        outcome: ReviewOutcomeInput,
        *,
        why: str | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        """Do something about an open request: an agent about its own, an operator about any.

        id: Id of a request.
        why: For people, and the log of the request.
        """
        found: Request = await self._call(
            "review",
            {"id": id, "outcome": outcome},
            {"why": why},
            idempotency_key,
        )
        return found

    async def earlier_answers(
        self,
        id: str,
    ) -> EarlierAnswersResult:
        """People's earlier answers to similar questions, the most similar first.

        id: Id of a request.
        """
        found: EarlierAnswersResult = await self._call(
            "earlierAnswers",
            {"id": id},
            {},
        )
        return found

    async def should_i_ask(
        self,
        question: str,
        options: Sequence[str],
        cost_of_wrong: Literal["low", "medium", "high"],
        *,
        context: str | None = None,
        conversation_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> AskingAdvice:
        """Whether an agent should ask, by what people said to it before; changes nothing.

        cost_of_wrong: What it costs to go on and be wrong; `high` always says `ask`.
        context: As in `ask`: a standing answer is for both.
        conversation_id: The task that it is about; if absent, the only one that the agent
            works on.
        """
        found: AskingAdvice = await self._call(
            "shouldIAsk",
            {"question": question, "options": options, "cost_of_wrong": cost_of_wrong},
            {"context": context, "conversation_id": conversation_id},
            idempotency_key,
        )
        return found

    async def begin_conversation(
        self,
        initial_message: str,
        *,
        user_id: str | None = None,
        attachments: Sequence[AttachmentInput] | None = None,
        agent: str | None = None,
        idempotency_key: str | None = None,
    ) -> LiaisonReply:
        """Begin a conversation with the liaison, in a person's own words and with their own
        key.

        initial_message: One over 64 KiB is attached whole, and a part of it stands in the
            conversation.
        user_id: The caller's own name, or `default`: nobody begins one for another person.
        attachments: With at most 8 MiB together.
        agent: The agent that is to do the task.
        """
        found: LiaisonReply = await self._call(
            "beginConversation",
            {"initial_message": initial_message},
            {"user_id": user_id, "attachments": attachments, "agent": agent},
            idempotency_key,
        )
        return found

    async def list_liaisons(
        self,
        *,
        phase: Phase | None = None,
        mine: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListLiaisonsResult:
        """Conversations of the liaison, the newest first; an agent sees its tasks and free
        ones.

        mine: Only a person's own, or an agent's own tasks.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ListLiaisonsResult = await self._call(
            "listLiaisons",
            {},
            {"phase": phase, "mine": mine, "cursor": cursor, "limit": limit},
        )
        return found

    async def show_liaison(
        self,
        conversation_id: str,
    ) -> Liaison:
        """One whole conversation of the liaison.

        conversation_id: Id of a conversation.
        """
        found: Liaison = await self._call(
            "showLiaison",
            {"conversation_id": conversation_id},
            {},
        )
        return found

    async def continue_conversation(
        self,
        conversation_id: str,
        message: str,
        *,
        attachments: Sequence[AttachmentInput] | None = None,
        idempotency_key: str | None = None,
    ) -> LiaisonReply:
        """Continue a conversation, with the key of its person.

        conversation_id: Id of a conversation.
        message: One over 64 KiB is attached whole, and a part of it stands in the
            conversation.
        attachments: With at most 8 MiB together.
        """
        found: LiaisonReply = await self._call(
            "continueConversation",
            {"conversation_id": conversation_id, "message": message},
            {"attachments": attachments},
            idempotency_key,
        )
        return found

    async def read_attachment(
        self,
        conversation_id: str,
        digest: str,
    ) -> bytes:
        """The bytes of an attachment, for everybody to whom the conversation is shown.

        conversation_id: Id of a conversation.
        """
        found: bytes = await self._call(
            "readAttachment",
            {"conversation_id": conversation_id, "digest": digest},
            {},
        )
        return found

    async def task_progress(
        self,
        conversation_id: str,
        status: str,
        *,
        result: Any = None,
        answers: str | None = None,
        idempotency_key: str | None = None,
    ) -> LiaisonReply:
        """Report the progress of a task, as its agent.

        conversation_id: Id of a conversation.
        result: The result so far.
        answers: The person's question that this answers: `exchange` of task.question_asked.
        """
        found: LiaisonReply = await self._call(
            "taskProgress",
            {"conversation_id": conversation_id, "status": status},
            {"result": result, "answers": answers},
            idempotency_key,
        )
        return found

    async def task_completed(
        self,
        conversation_id: str,
        task_result: str | float | bool | Sequence[Any] | Mapping[str, Any],
        *,
        attachments: Sequence[AttachmentInput] | None = None,
        idempotency_key: str | None = None,
    ) -> LiaisonReply:
        """Hand over the result of a task: the person is asked what they think of it.

        conversation_id: Id of a conversation.
        task_result: What the person is to judge: text, or JSON of at most 64 KiB.
        attachments: With at most 8 MiB together.
        """
        found: LiaisonReply = await self._call(
            "taskCompleted",
            {"conversation_id": conversation_id, "task_result": task_result},
            {"attachments": attachments},
            idempotency_key,
        )
        return found

    async def share_liaison(
        self,
        conversation_id: str,
        with_: Sequence[str],
        *,
        idempotency_key: str | None = None,
    ) -> Liaison:
        """Say which other operators may read one's own conversation; owners may anyway.

        conversation_id: Id of a conversation.
        """
        found: Liaison = await self._call(
            "shareLiaison",
            {"conversation_id": conversation_id, "with": with_},
            {},
            idempotency_key,
        )
        return found

    async def withdraw_feedback(
        self,
        conversation_id: str,
        round: int,
        reason: str,
        *,
        idempotency_key: str | None = None,
    ) -> WithdrawnFeedback:
        """Withdraw feedback that was read wrongly, as its person or an owner; it then counts
        nowhere.

        conversation_id: Id of a conversation.
        """
        found: WithdrawnFeedback = await self._call(
            "withdrawFeedback",
            {"conversation_id": conversation_id, "round": round, "reason": reason},
            {},
            idempotency_key,
        )
        return found

    async def erase_liaison(
        self,
        conversation_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Liaison:
        """Erase what was said in a conversation, its questions and its part of the graph.

        conversation_id: Id of a conversation.
        """
        found: Liaison = await self._call(
            "eraseLiaison",
            {"conversation_id": conversation_id},
            {},
            idempotency_key,
        )
        return found

    def task_events(
        self,
        *,
        after: int | None = None,
        follow: bool | None = None,
    ) -> AsyncIterator[TaskEvent]:
        """The event bus of tasks as server-sent events; resumes after Last-Event-ID.

        after: Only events after this place in the log; Last-Event-ID takes precedence.
        follow: Continue with events as they are appended.
        """
        found: AsyncIterator[TaskEvent] = self._stream(
            "taskEvents",
            {},
            {"after": after, "follow": follow},
        )
        return found

    async def list_doubtful_feedback(
        self,
        *,
        limit: int | None = None,
    ) -> ListDoubtfulFeedbackResult:
        """Feedback that was understood with a confidence under 0.5, the newest first.

        limit: 50 if absent.
        """
        found: ListDoubtfulFeedbackResult = await self._call(
            "listDoubtfulFeedback",
            {},
            {"limit": limit},
        )
        return found

    async def liaison_report(
        self,
    ) -> LiaisonReport:
        """How reliable the confidence of specifications is."""
        found: LiaisonReport = await self._call(
            "liaisonReport",
            {},
            {},
        )
        return found

    async def fitness(
        self,
        *,
        agent: str | None = None,
        half_life_days: float | None = None,
    ) -> FitnessResult:
        """How good each agent's work was, by what people said about it.

        agent: The name of an agent.
        half_life_days: Feedback loses half its weight in this many days; 30 if absent.
        """
        found: FitnessResult = await self._call(
            "fitness",
            {},
            {"agent": agent, "half_life_days": half_life_days},
        )
        return found

    def export_fitness(
        self,
        *,
        agent: str | None = None,
        half_life_days: float | None = None,
    ) -> AsyncIterator[SelectionRecord]:
        """One line per task round that has feedback, oldest first, for choosing among
        variants.

        agent: The name of an agent.
        half_life_days: Feedback loses half its weight in this many days; 30 if absent.
        """
        found: AsyncIterator[SelectionRecord] = self._stream(
            "exportFitness",
            {},
            {"agent": agent, "half_life_days": half_life_days},
        )
        return found

    async def query_graph(
        self,
        query: Literal["ancestors", "descendants", "why_asked", "feedback_of", "path"],
        id: str,
        *,
        to: str | None = None,
        kind: Literal["conversation", "exchange", "question", "requirement", "task", "specification", "result", "feedback", "agent", "person"] | None = None,
    ) -> QueryGraphResult:
        """What something came from, what came of it, and why.

        query: `why_asked` of a question, `feedback_of` a requirement, `path` from one node
            to another.
        id: The node it is about.
        to: For `path`: the other end.
        kind: Only nodes of this kind.
        """
        found: QueryGraphResult = await self._call(
            "queryGraph",
            {"query": query, "id": id},
            {"to": to, "kind": kind},
        )
        return found

    async def graph_of(
        self,
        conversation_id: str,
    ) -> Graph:
        """The graph of one conversation.

        conversation_id: Id of a conversation.
        """
        found: Graph = await self._call(
            "graphOf",
            {"conversation_id": conversation_id},
            {},
        )
        return found

    async def write_memory(
        self,
        key: str,
        value: str,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        idempotency_key: str | None = None,
    ) -> MemoryEntry:
        """Write a memory entry: an agent its own, people for all agents.

        key: 1 to 8 parts with / between them, each of 1 to 64 letters of any script,
            digits, single blanks and . _ -, beginning with a letter or digit.
        value: Any text of at most 256 KiB.
        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        """
        found: MemoryEntry = await self._call(
            "writeMemory",
            {"key": key, "value": value},
            {"namespace": namespace, "agent": agent, "run": run},
            idempotency_key,
        )
        return found

    async def list_memory(
        self,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        prefix: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListMemoryResult:
        """Memory entries by key, without their values, a page at a time.

        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        prefix: Only keys with this beginning.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: ListMemoryResult = await self._call(
            "listMemory",
            {},
            {"namespace": namespace, "agent": agent, "run": run, "prefix": prefix, "cursor": cursor, "limit": limit},
        )
        return found

    async def read_memory(
        self,
        key: str,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        version: int | None = None,
    ) -> MemoryEntry:
        """One memory entry, the newest version or an earlier one.

        key: 1 to 8 parts with / between them, each of 1 to 64 letters of any script,
            digits, single blanks and . _ -, beginning with a letter or digit.
        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        version: The newest if absent.
        """
        found: MemoryEntry = await self._call(
            "readMemory",
            {"key": key},
            {"namespace": namespace, "agent": agent, "run": run, "version": version},
        )
        return found

    async def memory_versions(
        self,
        key: str,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> MemoryVersionsResult:
        """The history of a memory entry, newest first; the last 20 versions are kept.

        key: 1 to 8 parts with / between them, each of 1 to 64 letters of any script,
            digits, single blanks and . _ -, beginning with a letter or digit.
        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        cursor: The `next` of the page before.
        limit: 50 if absent.
        """
        found: MemoryVersionsResult = await self._call(
            "memoryVersions",
            {"key": key},
            {"namespace": namespace, "agent": agent, "run": run, "cursor": cursor, "limit": limit},
        )
        return found

    async def search_memory(
        self,
        pattern: str,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        syntax: Literal["literal", "regex"] | None = None,
    ) -> MemorySearch:
        """Memory entries whose key or a line of whose value matches a pattern.

        pattern: 1 to 256 characters.
        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        syntax: `literal` where absent; `regex` is RE2 syntax.
        """
        found: MemorySearch = await self._call(
            "searchMemory",
            {"pattern": pattern},
            {"namespace": namespace, "agent": agent, "run": run, "syntax": syntax},
        )
        return found

    async def delete_memory(
        self,
        key: str,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        idempotency_key: str | None = None,
    ) -> MemoryItem:
        """Delete a memory entry; its earlier versions are kept.

        key: 1 to 8 parts with / between them, each of 1 to 64 letters of any script,
            digits, single blanks and . _ -, beginning with a letter or digit.
        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        """
        found: MemoryItem = await self._call(
            "deleteMemory",
            {"key": key},
            {"namespace": namespace, "agent": agent, "run": run},
            idempotency_key,
        )
        return found

    async def restore_memory(
        self,
        key: str,
        version: int,
        *,
        namespace: Literal["own", "people"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        idempotency_key: str | None = None,
    ) -> MemoryEntry:
        """Write an earlier version of a memory entry again as the newest.

        key: 1 to 8 parts with / between them, each of 1 to 64 letters of any script,
            digits, single blanks and . _ -, beginning with a letter or digit.
        namespace: `own` where absent; `people`: what people wrote for all agents.
        agent: Name of the agent whose memory is meant, for people; an agent's key means
            itself.
        run: Name of the run; if absent, what is kept over all runs.
        """
        found: MemoryEntry = await self._call(
            "restoreMemory",
            {"key": key, "version": version},
            {"namespace": namespace, "agent": agent, "run": run},
            idempotency_key,
        )
        return found

    async def record_tool_call(
        self,
        tool: str,
        call: str,
        args_digest: str,
        *,
        run: str | None = None,
        error: str | None = None,
        idempotency_key: str | None = None,
    ) -> RecordToolCallResult:
        """Record in the log that a tool was called, and how that went.

        tool: Its name: letters, digits and . _ : / -.
        call: Id of the call: printable ASCII without spaces.
        args_digest: SHA-256 of the canonical arguments (RFC 8785), base64url.
        run: Name of the run that it belongs to.
        error: Type of the error, for a call that failed.
        """
        found: RecordToolCallResult = await self._call(
            "recordToolCall",
            {"tool": tool, "call": call, "argsDigest": args_digest},
            {"run": run, "error": error},
            idempotency_key,
        )
        return found

    def events(
        self,
        *,
        after: int | None = None,
        follow: bool | None = None,
    ) -> AsyncIterator[Event]:
        """Events as server-sent events; resumes after Last-Event-ID.

        after: Only events with a greater sequence number; Last-Event-ID takes precedence.
        follow: Continue with events as they are appended.
        """
        found: AsyncIterator[Event] = self._stream(
            "events",
            {},
            {"after": after, "follow": follow},
        )
        return found

    async def last_event(
        self,
    ) -> LastEventResult:
        """The sequence number of the newest event."""
        found: LastEventResult = await self._call(
            "lastEvent",
            {},
            {},
        )
        return found

    async def list_runs(
        self,
    ) -> ListRunsResult:
        """Runs of experiments in the data folder, newest first, for people."""
        found: ListRunsResult = await self._call(
            "listRuns",
            {},
            {},
        )
        return found

    async def show_run(
        self,
        id: str,
        *,
        after: int | None = None,
    ) -> RunTranscript:
        """What was said and done in a run, a part at a time.

        id: Id of a run.
        after: Only entries with a greater index.
        """
        found: RunTranscript = await self._call(
            "showRun",
            {"id": id},
            {"after": after},
        )
        return found

    async def run_report(
        self,
        id: str,
    ) -> str:
        """The report about a run, as a page that needs nothing else.

        id: Id of a run.
        """
        found: str = await self._call(
            "runReport",
            {"id": id},
            {},
        )
        return found

    async def whoami(
        self,
    ) -> WhoamiResult:
        """Who owns the key, and what it may do."""
        found: WhoamiResult = await self._call(
            "whoami",
            {},
            {},
        )
        return found

    async def create_key(
        self,
        kind: Literal["agent", "person", "service"],
        name: str,
        *,
        role: Literal["owner", "approver", "viewer"] | None = None,
        scopes: Sequence[Right] | None = None,
        hold_ms: float | None = None,
        unattended: bool | None = None,
        label: str | None = None,
        expires_in_ms: float | None = None,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreateKeyResult:
        """Make a key, or for a person who cannot get in an invitation; new names are added.

        hold_ms: For an agent's key: how long its tools wait for a person, 0 to 600,000.
        unattended: For a person's key: it is for scripts that decide in that person's name.
        label: What it is for; letters, digits, spaces and . _ @ -.
        expires_in_ms: When it ends, from now; absent: it has no end, or that of the former.
        passphrase: For a key of a person or service: your own passphrase, if you have one.
        """
        found: CreateKeyResult = await self._call(
            "createKey",
            {"kind": kind, "name": name},
            {"role": role, "scopes": scopes, "holdMs": hold_ms, "unattended": unattended, "label": label, "expiresInMs": expires_in_ms, "passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def list_keys(
        self,
    ) -> ListKeysResult:
        """Keys and invitations that the caller may revoke, without their secrets."""
        found: ListKeysResult = await self._call(
            "listKeys",
            {},
            {},
        )
        return found

    async def rotate_key(
        self,
        id: str,
        *,
        overlap_ms: float | None = None,
        expires_in_ms: float | None = None,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> RotateKeyResult:
        """Replace a key by a new one of the same holder and rights.

        id: Id of a key.
        overlap_ms: How long the former stays good, at most 30 days; 24 hours if absent.
        expires_in_ms: When it ends, from now; absent: it has no end, or that of the former.
        passphrase: For a key of a person or service: your own passphrase, if you have one.
        """
        found: RotateKeyResult = await self._call(
            "rotateKey",
            {"id": id},
            {"overlapMs": overlap_ms, "expiresInMs": expires_in_ms, "passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def revoke_key(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Key:
        """Revoke a key at once and for good.

        id: Id of a key.
        """
        found: Key = await self._call(
            "revokeKey",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def list_agents(
        self,
    ) -> ListAgentsResult:
        """Agents with the numbers of their keys and open requests, for people."""
        found: ListAgentsResult = await self._call(
            "listAgents",
            {},
            {},
        )
        return found

    async def halt_agent(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Principal:
        """Halt an agent: from now on nothing is served to it and none of its grants can be
        redeemed.

        id: Id of a principal.
        """
        found: Principal = await self._call(
            "haltAgent",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def resume_agent(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Principal:
        """Serve a halted agent again.

        id: Id of a principal.
        """
        found: Principal = await self._call(
            "resumeAgent",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def tie_agent(
        self,
        id: str,
        *,
        person: str | None = None,
        idempotency_key: str | None = None,
    ) -> Principal:
        """Say, once, which operator the subject of a token is, who may then not decide what it
        seeks.

        id: Id of a principal.
        person: The operator's name: one's own, or with the right `keys` another's. Absent:
            no operator. Whoever says that it is not themselves may not decide for it either.
        """
        found: Principal = await self._call(
            "tieAgent",
            {"id": id},
            {"person": person},
            idempotency_key,
        )
        return found

    async def add_operator(
        self,
        name: str,
        *,
        role: Literal["owner", "approver", "viewer"] | None = None,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> Principal:
        """Make a person known who may sign in.

        role: `approver` where absent.
        passphrase: Your own, if you have one.
        """
        found: Principal = await self._call(
            "addOperator",
            {"name": name},
            {"role": role, "passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def list_operators(
        self,
    ) -> ListOperatorsResult:
        """The people who may sign in."""
        found: ListOperatorsResult = await self._call(
            "listOperators",
            {},
            {},
        )
        return found

    async def remove_operator(
        self,
        id: str,
        *,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> Principal:
        """Take every key, web session, link and passkey of a person, and their open votes.

        id: Id of a principal.
        passphrase: Your own, if you have one.
        """
        found: Principal = await self._call(
            "removeOperator",
            {"id": id},
            {"passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def create_end_user_token(
        self,
        user_id: str,
        *,
        conversation_id: str | None = None,
        scopes: Sequence[Literal["read", "answer", "decide"]] | None = None,
        request_id: str | None = None,
        ttl_s: int | None = None,
        idempotency_key: str | None = None,
    ) -> EndUserToken:
        """Sign who a user of the calling service is, so that it can speak for them.

        user_id: What the service calls the user.
        conversation_id: It is then good for this conversation alone, and begins no other.
        scopes: What the user may do with requests that ask them. The token then lets in by
            itself.
        request_id: It is then good for this request alone; it takes scopes.
        ttl_s: An hour if absent, or 15 minutes with scopes, which is the most.
        """
        found: EndUserToken = await self._call(
            "createEndUserToken",
            {"user_id": user_id},
            {"conversation_id": conversation_id, "scopes": scopes, "request_id": request_id, "ttl_s": ttl_s},
            idempotency_key,
        )
        return found

    async def create_sign_in_link(
        self,
        *,
        operator: str | None = None,
        at_terminal: bool | None = None,
        passphrase: str | None = None,
        idempotency_key: str | None = None,
    ) -> SignInLink:
        """Make a one-time sign-in link for yourself; for others it takes the right `keys`.

        operator: Their name; yourself if absent.
        at_terminal: A person sits at the caller's controlling terminal.
        passphrase: Your own, if you have one.
        """
        found: SignInLink = await self._call(
            "createSignInLink",
            {},
            {"operator": operator, "atTerminal": at_terminal, "passphrase": passphrase},
            idempotency_key,
        )
        return found

    async def list_web_sessions(
        self,
    ) -> ListWebSessionsResult:
        """Your web sessions, or everybody's with the right `keys`."""
        found: ListWebSessionsResult = await self._call(
            "listWebSessions",
            {},
            {},
        )
        return found

    async def revoke_web_session(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> WebSession:
        """Revoke a web session at once, and the votes given in it.

        id: Id of a key.
        """
        found: WebSession = await self._call(
            "revokeWebSession",
            {"id": id},
            {},
            idempotency_key,
        )
        return found

    async def sign_out(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> SignOutResult:
        """End the web session you are in; what you decided in it stands."""
        found: SignOutResult = await self._call(
            "signOut",
            {},
            {},
            idempotency_key,
        )
        return found

    async def passkey_creation(
        self,
        *,
        passphrase: str | None = None,
        proof: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Begin to register a passkey: what `navigator.credentials.create` takes.

        passphrase: Your own, if you have one.
        proof: Proof by a passkey of yours. Needed if your link was not made at a terminal,
            or if you have a passkey and no passphrase.
        """
        found: dict[str, Any] = await self._call(
            "passkeyCreation",
            {},
            {"passphrase": passphrase, "proof": proof},
            idempotency_key,
        )
        return found

    async def passkey_proof(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Begin to prove yourself with a passkey, before you change what proves you."""
        found: dict[str, Any] = await self._call(
            "passkeyProof",
            {},
            {},
            idempotency_key,
        )
        return found

    async def add_passkey(
        self,
        name: str,
        response: Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
    ) -> Passkey:
        """Register a passkey.

        response: A RegistrationResponseJSON of WebAuthn.
        """
        found: Passkey = await self._call(
            "addPasskey",
            {"name": name, "response": response},
            {},
            idempotency_key,
        )
        return found

    async def list_passkeys(
        self,
    ) -> ListPasskeysResult:
        """Your passkeys."""
        found: ListPasskeysResult = await self._call(
            "listPasskeys",
            {},
            {},
        )
        return found

    async def remove_passkey(
        self,
        id: str,
        *,
        passphrase: str | None = None,
        proof: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Passkey:
        """Remove one of your passkeys.

        id: Id of a passkey.
        passphrase: Your own, if you have one.
        proof: Proof by a passkey of yours; needed if you have no passphrase.
        """
        found: Passkey = await self._call(
            "removePasskey",
            {"id": id},
            {"passphrase": passphrase, "proof": proof},
            idempotency_key,
        )
        return found

    async def passkey_step_up(
        self,
        digest: str,
        *,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Begin to approve with a passkey: its challenge is the digest.

        digest: The digest of what is to be approved, 64 hexadecimal digits.
        """
        found: dict[str, Any] = await self._call(
            "passkeyStepUp",
            {"digest": digest},
            {},
            idempotency_key,
        )
        return found

    async def list_signers(
        self,
    ) -> SignersState:
        """Who signs decisions, who says so, and what waits for others."""
        found: SignersState = await self._call(
            "listSigners",
            {},
            {},
        )
        return found

    async def change_signers(
        self,
        *,
        signed: Mapping[str, Any] | None = None,
        lost: str | None = None,
        idempotency_key: str | None = None,
    ) -> ChangedSigner:
        """Change who signs, by a signed statement.

        signed: `statement` and `proof`, as the specification of signed statements has them.
        lost: In place of it: the digest of your enrolment for a recovery that nobody is
            left to admit.
        """
        found: ChangedSigner = await self._call(
            "changeSigners",
            {},
            {"signed": signed, "lost": lost},
            idempotency_key,
        )
        return found

    async def signer_chain(
        self,
        *,
        after: int | None = None,
    ) -> SignerChainResult:
        """The chain of signers, entry by entry, for whoever follows it.

        after: The number of an entry; all of the chain if absent.
        """
        found: SignerChainResult = await self._call(
            "signerChain",
            {},
            {"after": after},
        )
        return found

    async def begin_statement(
        self,
        purpose: Literal["earshot.vote", "earshot.permission", "earshot.policy", "earshot.key", "earshot.enrol", "earshot.admit", "earshot.end", "earshot.owner"],
        subject: str,
        *,
        idempotency_key: str | None = None,
    ) -> StatementTerms:
        """Begin to sign a statement: a nonce for it, and what else it has to say.

        subject: What it is about. Of an enrolment its person, of an admission the digest of
            the enrolment, of an end the signer. Of an owner the person, of a vote the request.
        """
        found: StatementTerms = await self._call(
            "beginStatement",
            {"purpose": purpose, "subject": subject},
            {},
            idempotency_key,
        )
        return found

    async def record_state(
        self,
    ) -> RecordState:
        """Whether the record waits to be accepted, because it lost what it had committed."""
        found: RecordState = await self._call(
            "recordState",
            {},
            {},
        )
        return found

    async def accept_record(
        self,
        event: int,
        *,
        idempotency_key: str | None = None,
    ) -> RecordState:
        """Accept the record after it lost what it had committed: approvals are used again.

        event: As `record_state` tells; a later loss is not accepted.
        """
        found: RecordState = await self._call(
            "acceptRecord",
            {"event": event},
            {},
            idempotency_key,
        )
        return found

    async def verify_audit(
        self,
        *,
        head: str | None = None,
    ) -> AuditReport:
        """Check whether the chain of the log holds, and whether the record agrees with it.

        head: A head noted earlier, SEQ:HASH.
        """
        found: AuditReport = await self._call(
            "verifyAudit",
            {},
            {"head": head},
        )
        return found

    async def seal_log(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> Checkpoint:
        """Sign the head of the log now, and append the checkpoint to the anchor."""
        found: Checkpoint = await self._call(
            "sealLog",
            {},
            {},
            idempotency_key,
        )
        return found

    def export_audit(
        self,
        *,
        after: int | None = None,
        event: int | None = None,
    ) -> AsyncIterator[ExportedEvent]:
        """The log with its hashes as JSON lines, oldest first; or one event with its proof.

        event: Only this event, with a proof of it that needs no other one.
        """
        found: AsyncIterator[ExportedEvent] = self._stream(
            "exportAudit",
            {},
            {"after": after, "event": event},
        )
        return found

    async def prove_action(
        self,
        id: str,
    ) -> ActionProof:
        """One request with all that the log says of it, for anybody to check with public keys.

        id: Id of a request.
        """
        found: ActionProof = await self._call(
            "proveAction",
            {"id": id},
            {},
        )
        return found

    async def erase_matter(
        self,
        *,
        about: str | None = None,
        person: str | None = None,
        take: bool | None = None,
        close: bool | None = None,
        after: str | None = None,
        idempotency_key: str | None = None,
    ) -> EraseMatterResult:
        """Find what the record holds about a person or a case, and erase it on request.

        about: Everything that contains this, in upper or lower case; 3 characters or more.
        person: Name of a removed operator: everything they said, and their name everywhere.
        take: Erase; if absent, it only looks.
        close: First close what is open. Otherwise nothing is erased while something is
            open.
        after: `next` of the call before: a call goes through a part of the record.
        """
        found: EraseMatterResult = await self._call(
            "eraseMatter",
            {},
            {"about": about, "person": person, "take": take, "close": close, "after": after},
            idempotency_key,
        )
        return found

    async def status(
        self,
    ) -> Status:
        """Counts of the last 24 hours, and the server's state now."""
        found: Status = await self._call(
            "status",
            {},
            {},
        )
        return found

    async def clock(
        self,
    ) -> ClockState:
        """The server's time, and whether the clock of its system is right."""
        found: ClockState = await self._call(
            "clock",
            {},
            {},
        )
        return found

    async def accept_clock(
        self,
        told: datetime,
        *,
        idempotency_key: str | None = None,
    ) -> ClockState:
        """Accept a jump of the system's clock, so that the server goes on at its time.

        told: The accepted time, as `told` by `clock`; ten minutes more or less do no harm.
        """
        found: ClockState = await self._call(
            "acceptClock",
            {"told": told},
            {},
            idempotency_key,
        )
        return found

    async def metrics(
        self,
    ) -> str:
        """Figures for Prometheus."""
        found: str = await self._call(
            "metrics",
            {},
            {},
        )
        return found

    async def stop(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> StopResult:
        """Stop the server: waits end with pending, nothing is lost."""
        found: StopResult = await self._call(
            "stop",
            {},
            {},
            idempotency_key,
        )
        return found
