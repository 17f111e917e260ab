package dev.divvy.testkit.contract;

import java.util.List;
import java.util.function.Supplier;

/** Boards with one mistake each, and the duties that must find it. */
@SuppressWarnings("ImmutableEnumChecker") // the supplier keeps nothing, and the list is a copy
enum Mistake {
    A_PULSE_REVIVES(
            BrokenCards.Reviving::new,
            "aLatePulseNeverRevivesACardThatWasTakenOff",
            "aPulseOfOneWhoNeverJoinedIsAnsweredAsEjected",
            "eitherAPulseOrARemovalWins"),
    A_PULSE_GOES_BY_THE_MEMBER_ONLY(
            BrokenCards.OfAnyLife::new, "aPulseOfAnEarlierLifeDoesNotTouchTheNextOne", "largeIncarnationsAreToldApart"),
    A_LATE_PULSE_IS_TAKEN(
            BrokenCards.LateIsNew::new, "aLatePulseIsAnsweredAndChangesNothing", "theNewestOfRacingPulsesStays"),
    A_LATE_PULSE_IS_EJECTED(BrokenCards.LateIsEjected::new, "aLatePulseIsAnsweredAndChangesNothing"),
    A_PULSE_RENEWS_THE_BEAT_ONLY(BrokenCards.BeatOnly::new, "aPulseRenewsAllThatACardSays"),
    THE_ACKNOWLEDGED_EPOCH_GOES_BACK(BrokenCards.AcknowledgedGoesBack::new, "whatWasAcknowledgedNeverGoesBack"),
    A_LATE_PULSE_ACKNOWLEDGES(BrokenCards.LateAcknowledged::new, "aLatePulseAcknowledgesNothing"),
    ANY_EPOCH_IS_ACKNOWLEDGED(
            BrokenCards.AnyEpoch::new, "anEpochAboveTheBoardsOwnIsNotAcknowledged", "largeEpochsAreToldApart"),
    A_CARD_IS_KEPT_IN_PART(BrokenCards.NoAddress::new, "aCardIsSeenByEveryoneAsItWasPosted"),
    A_TIME_TO_LIVE_IS_FORGOTTEN(BrokenCards.NoTimeToLive::new, "aCardIsSeenByEveryoneAsItWasPosted"),
    LONG_ADDRESSES_ARE_CUT(BrokenCards.ShortAddress::new, "theLongestNamesAreKept"),
    ODD_CHARACTERS_ARE_LOST(BrokenCards.Latin::new, "oddNamesAreKept"),
    NAMES_ALIKE_ARE_ONE(BrokenCards.CaseBlind::new, "namesThatLookAlikeAreDifferentMembers"),
    BEATS_ARE_DOUBLES(BrokenCards.DoubleBeats::new, "largeBeatsAreToldApart"),

    A_JOIN_REPLACES(
            BrokenJoins.Replacing::new,
            "whileACardIsThereNoOtherOfItsMemberIsAdmitted",
            "oneOfManyRacingLivesOfAMemberIsAdmitted"),
    THE_HIGHEST_IS_FORGOTTEN(
            BrokenJoins.Forgetful::new,
            "anIncarnationThatWasTakenOffIsNeverAdmittedAgain",
            "theHighestIncarnationOfAMemberIsRememberedThroughSeveralLives",
            "anIncarnationIsAdmittedOnceHoweverItsRequestsRace"),
    THE_OCCUPANT_IS_TOLD_AS_IT_JOINED(BrokenJoins.OldOccupant::new, "whileACardIsThereNoOtherOfItsMemberIsAdmitted"),
    A_JOIN_LOOKS_BEFORE_IT_LOCKS(BrokenJoins.LookThenJoin::new, "oneOfManyRacingLivesOfAMemberIsAdmitted"),

    A_REMOVAL_IGNORES_THE_BEAT(BrokenRemovals.AnyBeat::new, "aCardIsTakenOffOnlyByItsBeatOfNow"),
    A_REMOVAL_IGNORES_THE_LIFE(BrokenRemovals.AnyLife::new, "aLateRemovalDoesNotTouchTheNextLife"),
    ONE_WHO_IS_GONE_IS_NOT_OFF(BrokenRemovals.NotThere::new, "aRemovalMayBeRepeatedAndOneWhoIsNotThereIsOff"),
    A_REMOVAL_LOOKS_BEFORE_IT_LOCKS(BrokenRemovals.LookThenRemove::new, "eitherAPulseOrARemovalWins"),
    THE_ALLOCATION_GOES_WITH_A_CARD(BrokenRemovals.AndTheAllocation::new, "theAllocationStaysWhenItsPublisherGoes"),

    A_PUBLICATION_COMPARES_NOTHING(
            BrokenPublications.NoCompare::new,
            "anAllocationIsPublishedOnlyOverTheOneItWasMadeFrom",
            "aPublicationThatIsRepeatedChangesNothing",
            "oneOfManyRacingPublishersWinsEachEpoch"),
    A_PUBLICATION_COMPARES_EPOCHS_ONLY(
            BrokenPublications.EpochsOnly::new, "anAllocationIsPublishedOnlyOverTheOneItWasMadeFrom"),
    A_PUBLICATION_MUST_GROW(BrokenPublications.MustGrow::new, "anotherLineageMayFollowWhenItWasMadeFromThisOne"),
    ANYBODY_PUBLISHES(
            BrokenPublications.Anybody::new,
            "onlyOneWhoseCardIsOnTheBoardPublishes",
            "onceItsCardIsOffAPublisherChangesNothing"),
    A_PUBLICATION_LOOKS_BEFORE_IT_LOCKS(
            BrokenPublications.LookThenPublish::new, "oneOfManyRacingPublishersWinsEachEpoch"),
    DIRECTIVES_ARE_LOST(BrokenPublications.NoDirectives::new, "whatIsPublishedIsSeenByEveryoneInEveryDetail"),
    HISTORIES_ARE_CUT(BrokenPublications.NoReleasers::new, "aLargeAllocationOfManyMembersIsKept"),

    CARDS_ARE_READ_FIRST(BrokenSights.CardsFirst::new, "theCardsOfASightingAreNeverOlderThanItsAllocation"),
    SIGHTS_ARE_OF_A_COPY_BEHIND(
            BrokenSights.CopyBehind::new,
            "whatWasAnsweredAsPublishedIsSeenByEveryoneFromThenOn",
            "whoJoinedIsSeenByEveryoneFromThenOn"),
    THE_ALLOCATION_IS_ALWAYS_SENT(BrokenSights.AlwaysSent::new, "theAllocationIsSentOnlyToWhoHasAnother"),
    THE_ALLOCATION_IS_SENT_WHEN_NEWER(BrokenSights.SentWhenNewer::new, "theAllocationIsSentOnlyToWhoHasAnother"),
    AN_EMPTY_BOARD_CLAIMS_A_PAST(
            BrokenSights.ClaimsAPast::new, "anEmptyBoardHasNoAllocationAndSaysWhetherItMayHaveForgotten"),
    A_BOARD_HIDES_THAT_IT_FORGOT(BrokenSights.HidesThatItForgot::new, "aBoardThatForgotSaysSo"),
    ALL_GROUPS_ARE_ONE(BrokenSights.OneForAll::new, "groupsDoNotSeeEachOther"),
    A_GROUP_IS_NEW_EACH_TIME(BrokenSights.NewEachTime::new, "aGroupIsTheSameBoardForEveryoneWhoAsks"),

    A_LOOK_LEAVES_OUT_THE_ALLOCATION(
            BrokenLooks.NoAllocation::new,
            "aLookNeedsNoCardAndShowsWhatAMemberSees",
            "aLookWithoutACardShowsAllThatWasAnsweredAndNoOlderCards"),
    A_LOOK_IS_OF_A_COPY_BEHIND(BrokenLooks.CopyBehind::new, "aLookWithoutACardShowsAllThatWasAnsweredAndNoOlderCards"),
    A_LOOKER_GETS_A_CARD(BrokenLooks.Joining::new, "aLookAtAnEmptyBoardFindsNothingAndBeginsNothing"),
    A_LOOK_IS_A_BEAT(BrokenLooks.Beating::new, "aLookRenewsNobodyAndChangesNothing"),

    JOINS_ARE_SILENT(() -> new BrokenHints.Silent(PlainBoard.News.JOIN), "aJoinIsHintedAt"),
    REMOVALS_ARE_SILENT(() -> new BrokenHints.Silent(PlainBoard.News.REMOVED), "aRemovalIsHintedAt"),
    PUBLICATIONS_ARE_SILENT(() -> new BrokenHints.Silent(PlainBoard.News.PUBLISHED), "aPublicationIsHintedAt"),
    ACKNOWLEDGEMENTS_ARE_SILENT(
            () -> new BrokenHints.Silent(PlainBoard.News.ACKNOWLEDGED), "anAcknowledgementIsHintedAt"),
    STATES_ARE_SILENT(() -> new BrokenHints.Silent(PlainBoard.News.STATE), "anotherStateIsHintedAt"),
    EVERY_BEAT_IS_HINTED_AT(BrokenHints.EveryBeat::new, "mereBeatsAreNotHintedAtOneByOne"),
    HINTS_COME_TOO_EARLY(BrokenHints.TooEarly::new, "aLookAfterTheHintFindsTheChange"),
    ONLY_THE_LAST_IS_TOLD(BrokenHints.OnlyTheLast::new, "everySubscriberIsTold"),
    CLOSING_DOES_NOTHING(BrokenHints.NeverClosed::new, "aClosedSubscriptionIsNotToldAndMayBeClosedTwice");

    final Supplier<PlainBoard> board;
    final List<String> duties;

    Mistake(Supplier<PlainBoard> board, String... duties) {
        this.board = board;
        this.duties = List.of(duties);
    }
}
