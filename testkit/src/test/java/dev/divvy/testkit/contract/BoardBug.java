package dev.divvy.testkit.contract;

import java.util.List;
import java.util.function.Supplier;

/** Boards with one bug each, and the tests of the contract that must find it. */
@SuppressWarnings("ImmutableEnumChecker") // the supplier is stateless, and the list is a copy
enum BoardBug {
    PULSE_REVIVES_A_CARD(
            BrokenCards.Reviving::new,
            "aLatePulseNeverRevivesARemovedCard",
            "aPulseOfAMemberThatNeverJoinedIsAnsweredAsEjected",
            "eitherThePulseOrTheRemovalWins"),
    PULSE_IGNORES_THE_INCARNATION(
            BrokenCards.IgnoringIncarnation::new,
            "aPulseOfAnEarlierIncarnationDoesNotAffectTheNextOne",
            "largeIncarnationsAreDistinguished"),
    LATE_PULSE_IS_APPLIED(
            BrokenCards.LateIsApplied::new, "aLatePulseIsAnsweredButChangesNothing", "theNewestOfRacingPulsesWins"),
    LATE_PULSE_IS_ANSWERED_AS_EJECTED(BrokenCards.LateIsEjected::new, "aLatePulseIsAnsweredButChangesNothing"),
    PULSE_RENEWS_ONLY_THE_BEAT(BrokenCards.BeatOnly::new, "aPulseRenewsEveryFieldOfACard"),
    ACKNOWLEDGED_EPOCH_DECREASES(BrokenCards.AcknowledgedGoesBack::new, "theAcknowledgedEpochNeverDecreases"),
    LATE_PULSE_ACKNOWLEDGES(BrokenCards.LateAcknowledged::new, "aLatePulseAcknowledgesNothing"),
    ANY_EPOCH_IS_ACKNOWLEDGED(
            BrokenCards.AnyEpoch::new, "anEpochAboveTheBoardsIsNotAcknowledged", "largeEpochsAreDistinguished"),
    SETTLED_EPOCH_DECREASES(BrokenSettling.GoesBack::new, "theSettledEpochNeverDecreases"),
    LATE_PULSE_SETTLES(BrokenSettling.LateSettles::new, "aLatePulseSettlesNothing"),
    ANY_EPOCH_IS_SETTLED(BrokenSettling.AnyEpoch::new, "anEpochAboveTheBoardsIsNotSettled"),
    SETTLED_EPOCH_OUTLIVES_ITS_INCARNATION(
            BrokenSettling.OutlivesIncarnation::new, "theNextIncarnationHasSettledNothing"),
    UNKNOWN_ABILITIES_ARE_LOST(BrokenSettling.KnownAbilitiesOnly::new, "abilitiesAreKeptKnownOrNot"),
    HEIRS_ARE_LOST(BrokenSettling.NoHeirs::new, "copiesAndHeirsAreKept"),
    ADDRESS_IS_LOST(BrokenCards.NoAddress::new, "allMembersSeeACardAsItWasSent"),
    TIME_TO_LIVE_IS_LOST(BrokenCards.NoTimeToLive::new, "allMembersSeeACardAsItWasSent"),
    RESTRICTION_IS_LOST(BrokenCards.NoRestriction::new, "allMembersSeeTheRestrictionOfAMember"),
    LONG_ADDRESSES_ARE_CUT(BrokenCards.ShortAddress::new, "theLongestNamesAreKept"),
    UNUSUAL_CHARACTERS_ARE_LOST(BrokenCards.Latin::new, "unusualNamesAreKept"),
    NAMES_IGNORE_CASE(BrokenCards.CaseBlind::new, "similarNamesAreDifferentMembers"),
    BEATS_ARE_DOUBLES(BrokenCards.DoubleBeats::new, "largeBeatsAreDistinguished"),

    JOIN_REPLACES_A_CARD(
            BrokenJoins.Replacing::new,
            "whileAMemberHasACardNoOtherCardOfItIsAdmitted",
            "oneOfManyRacingIncarnationsOfAMemberIsAdmitted"),
    HIGHEST_INCARNATION_IS_FORGOTTEN(
            BrokenJoins.Forgetful::new,
            "aRemovedIncarnationIsNeverAdmittedAgain",
            "theHighestIncarnationOfAMemberIsRemembered",
            "anIncarnationIsAdmittedOnceHoweverItsRequestsRace"),
    OCCUPANT_IS_REPORTED_AS_IT_JOINED(BrokenJoins.OldOccupant::new, "whileAMemberHasACardNoOtherCardOfItIsAdmitted"),
    JOIN_CHECKS_BEFORE_IT_LOCKS(BrokenJoins.LookThenJoin::new, "oneOfManyRacingIncarnationsOfAMemberIsAdmitted"),

    REMOVAL_IGNORES_THE_BEAT(BrokenRemovals.AnyBeat::new, "aCardIsRemovedOnlyByItsCurrentBeat"),
    REMOVAL_IGNORES_THE_INCARNATION(BrokenRemovals.AnyIncarnation::new, "aLateRemovalDoesNotAffectTheNextIncarnation"),
    ABSENT_CARD_IS_NOT_REMOVED(
            BrokenRemovals.AbsentIsNotRemoved::new, "aRemovalMayBeRepeatedAndAnAbsentCardCountsAsRemoved"),
    REMOVAL_CHECKS_BEFORE_IT_LOCKS(BrokenRemovals.LookThenRemove::new, "eitherThePulseOrTheRemovalWins"),
    ALLOCATION_IS_REMOVED_WITH_A_CARD(
            BrokenRemovals.WithTheAllocation::new, "theAllocationStaysWhenItsPublisherIsRemoved"),

    PUBLICATION_COMPARES_NOTHING(
            BrokenPublications.NoCompare::new,
            "anAllocationReplacesOnlyTheOneItWasMadeFrom",
            "aRepeatedPublicationChangesNothing",
            "oneOfManyRacingPublishersWinsEachEpoch"),
    PUBLICATION_COMPARES_ONLY_EPOCHS(BrokenPublications.EpochsOnly::new, "anAllocationReplacesOnlyTheOneItWasMadeFrom"),
    PUBLICATION_REQUIRES_A_HIGHER_EPOCH(
            BrokenPublications.HigherEpochOnly::new, "anotherLineageMayFollowIfItWasMadeFromThisOne"),
    PUBLISHER_IS_NOT_CHECKED(
            BrokenPublications.AnyPublisher::new,
            "onlyAMemberWithACardPublishes",
            "aPublisherWhoseCardWasRemovedChangesNothing"),
    PUBLICATION_CHECKS_BEFORE_IT_LOCKS(
            BrokenPublications.LookThenPublish::new, "oneOfManyRacingPublishersWinsEachEpoch"),
    DIRECTIVES_ARE_LOST(BrokenPublications.NoDirectives::new, "allMembersSeeAPublishedAllocationInEveryDetail"),
    TENURES_ARE_LOST(BrokenPublications.NoReleasers::new, "aLargeAllocationOfManyMembersIsKept"),

    CARDS_ARE_READ_FIRST(BrokenSnapshots.CardsFirst::new, "theCardsOfASnapshotAreNeverOlderThanItsAllocation"),
    SNAPSHOTS_ARE_OF_A_LAGGING_REPLICA(
            BrokenSnapshots.LaggingReplica::new,
            "allMembersSeeAConfirmedPublicationFromThenOn",
            "allMembersSeeAJoinedMemberFromThenOn"),
    ALLOCATION_IS_ALWAYS_SENT(BrokenSnapshots.AlwaysSent::new, "theAllocationIsSentOnlyToMembersWithAnotherVersion"),
    ALLOCATION_IS_SENT_ONLY_WHEN_NEWER(
            BrokenSnapshots.SentWhenNewer::new, "theAllocationIsSentOnlyToMembersWithAnotherVersion"),
    EMPTY_BOARD_CLAIMS_TO_HAVE_FORGOTTEN(
            BrokenSnapshots.ClaimsToHaveForgotten::new, "anEmptyBoardHasNoAllocationAndSaysWhetherItMayHaveForgotten"),
    BOARD_HIDES_THAT_IT_FORGOT(BrokenSnapshots.HidesThatItForgot::new, "aBoardThatForgotSaysSo"),
    ALL_GROUPS_SHARE_A_BOARD(BrokenSnapshots.SharedByAllGroups::new, "groupsDoNotSeeEachOther"),
    GROUP_IS_NEW_EACH_TIME(BrokenSnapshots.NewEachTime::new, "aGroupIsTheSameBoardForEveryHandle"),

    LOOK_OMITS_THE_ALLOCATION(
            BrokenLooks.NoAllocation::new,
            "aLookNeedsNoCardAndShowsWhatAMemberSees",
            "aLookWithoutACardShowsAllConfirmedWritesAndNoOlderCards"),
    LOOK_IS_OF_A_LAGGING_REPLICA(
            BrokenLooks.LaggingReplica::new, "aLookWithoutACardShowsAllConfirmedWritesAndNoOlderCards"),
    LOOK_CREATES_A_CARD(BrokenLooks.Joining::new, "aLookAtAnEmptyBoardFindsNothingAndChangesNothing"),
    LOOK_RENEWS_BEATS(BrokenLooks.Beating::new, "aLookRenewsNoCardAndChangesNothing"),

    NO_HINT_FOR_A_JOIN(() -> new BrokenHints.Silent(PlainBoard.ChangeKind.JOIN), "aJoinCausesAHint"),
    NO_HINT_FOR_A_REMOVAL(() -> new BrokenHints.Silent(PlainBoard.ChangeKind.REMOVED), "aRemovalCausesAHint"),
    NO_HINT_FOR_A_PUBLICATION(() -> new BrokenHints.Silent(PlainBoard.ChangeKind.PUBLISHED), "aPublicationCausesAHint"),
    NO_HINT_FOR_AN_ACKNOWLEDGEMENT(
            () -> new BrokenHints.Silent(PlainBoard.ChangeKind.ACKNOWLEDGED), "anAcknowledgementCausesAHint"),
    NO_HINT_FOR_A_SETTLED_EPOCH(
            () -> new BrokenHints.Silent(PlainBoard.ChangeKind.SETTLED), "aSettledEpochCausesAHint"),
    NO_HINT_FOR_A_STATE(() -> new BrokenHints.Silent(PlainBoard.ChangeKind.STATE), "aChangeOfStateCausesAHint"),
    HINT_FOR_EVERY_BEAT(BrokenHints.EveryBeat::new, "beatsAloneDoNotCauseAHintEach"),
    HINT_BEFORE_THE_CHANGE(BrokenHints.TooEarly::new, "aLookAfterAHintFindsTheChange"),
    HINTS_ONLY_FOR_THE_LAST_SUBSCRIBER(BrokenHints.OnlyLastSubscriber::new, "everySubscriberReceivesHints"),
    CLOSING_DOES_NOTHING(BrokenHints.NeverClosed::new, "aClosedSubscriptionReceivesNoHintsAndMayBeClosedTwice");

    final Supplier<PlainBoard> board;
    final List<String> tests;

    BoardBug(Supplier<PlainBoard> board, String... tests) {
        this.board = board;
        this.tests = List.of(tests);
    }
}
