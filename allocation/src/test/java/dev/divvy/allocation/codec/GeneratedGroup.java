package dev.divvy.allocation.codec;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A group that undergoes random changes from a seed: members join, leave, restart and change weight; operators pin, weigh and suspend;
 * exclusive jobs begin and end; units are added and removed, tokens are split; and members release their pieces late or never.
 */
final class GeneratedGroup {

    private static final String[] ALPHABET = {
        "a", "b", "é", "ß", "Ω", "中", "文", "\uD83D\uDE00", "\uD83D\uDE80", "-", "/", "7"
    };

    private final SplittableRandom random;
    private final Planner planner;
    private final int mostMembers;

    /** The cards on the board, with the epoch that each acknowledged. */
    private final TreeMap<Incarnation, Long> board = new TreeMap<>();

    private Allocation now;

    /** @param keepers the number of members with the data of a piece, its owner included; 0 for pieces without data */
    GeneratedGroup(SplittableRandom random, Pieces pieces, int members, int keepers) {
        this.random = random;
        this.mostMembers = 2 * members;
        Planner plain = new Planner(new Sticky(oneOf(random, Sticky.Policy.values())));
        this.planner = keepers == 0 ? plain : plain.replicated(keepers - 1);
        List<Member> first = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            first.add(newMember(i));
        }
        Version version = new Version("board-" + name(5), 1 + random.nextLong(1_000_000));
        this.now = planner.first(version, pieces, Roster.of(first), Directives.NONE);
    }

    /** A small group of any kind, after a few changes. */
    static GeneratedGroup small(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Pieces pieces = random.nextBoolean()
                ? new Tokens(1 + random.nextInt(300), oneOf(random, KeyHash.values()))
                : Units.of();
        GeneratedGroup group = new GeneratedGroup(random, pieces, random.nextInt(9), random.nextInt(4));
        return group.run(random.nextInt(60));
    }

    Allocation now() {
        return now;
    }

    GeneratedGroup run(int events) {
        for (int i = 0; i < events; i++) {
            now = planner.next(now, nextPieces(), nextRoster(), nextDirectives(), Acknowledgements.of(board));
            now.roster().members().forEach(member -> board.putIfAbsent(member.incarnation(), 0L));
            board.replaceAll((incarnation, acknowledged) -> random.nextInt(3) == 0 ? now.epoch() : acknowledged);
            board.keySet().removeIf(incarnation -> random.nextInt(8) == 0 && !isAlive(incarnation));
        }
        return this;
    }

    private boolean isAlive(Incarnation incarnation) {
        return now.roster().find(incarnation.member()).map(Member::incarnation).equals(Optional.of(incarnation));
    }

    private Roster nextRoster() {
        Roster roster = now.roster();
        int event = random.nextInt(5);
        if (roster.size() == 0 || (event == 0 && roster.size() < mostMembers)) {
            return roster.with(newMember(random.nextInt(3 * mostMembers + 3)));
        }
        Member member = someMember();
        return switch (event) {
            case 1 -> roster.without(member.id());
            case 2 ->
                roster.with(member.withIncarnation(member.incarnation().number() + 1 + random.nextLong(1L << 40)));
            case 3 -> roster.with(member.withWeight(random.nextInt(4)));
            default -> roster;
        };
    }

    private Member someMember() {
        return now.roster().get(random.nextInt(now.roster().size()));
    }

    private Directives nextDirectives() {
        Directives directives = now.directives();
        String member = "member-" + random.nextInt(3 * mostMembers + 3);
        Pieces pieces = now.pieces();
        return switch (random.nextInt(12)) {
            case 0 ->
                directives.pin(pieces.count() == 0 ? name(20) : pieces.name(random.nextInt(pieces.count())), member);
            case 1 ->
                directives.pins().isEmpty()
                        ? directives
                        : directives.unpin(directives.pins().firstKey());
            case 2 -> directives.weigh(member, random.nextInt(1000));
            case 3 ->
                directives.weights().isEmpty()
                        ? directives
                        : directives.unweigh(directives.weights().lastKey());
            case 4 -> directives.suspend(random.nextInt(3) == 0);
            case 5 -> directives.exclusive(new Incarnation(member, random.nextLong(1L << 42)));
            case 6 ->
                now.roster().size() == 0
                        ? directives
                        : directives.exclusive(someMember().incarnation());
            default -> random.nextBoolean() ? directives.withoutExclusive() : directives;
        };
    }

    private Pieces nextPieces() {
        if (now.pieces() instanceof Tokens tokens) {
            boolean split = tokens.count() <= 500 && random.nextInt(40) == 0;
            return split ? new Tokens(tokens.count() * 2, tokens.rule()) : tokens;
        }
        List<String> names = new ArrayList<>(((Units) now.pieces()).names());
        names.removeIf(name -> random.nextInt(30) == 0);
        for (int i = random.nextInt(12); i > 0; i--) {
            String name = name(60);
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        return Units.of(names);
    }

    private Member newMember(int number) {
        Member member = Member.of("member-" + number).withIncarnation(random.nextLong(1L << 42));
        return random.nextBoolean() ? member.inZone("zone-" + random.nextInt(3)) : member;
    }

    private String name(int longest) {
        StringBuilder name = new StringBuilder();
        for (int i = 1 + random.nextInt(longest); i > 0; i--) {
            name.append(oneOf(random, ALPHABET));
        }
        return name.toString();
    }

    @SafeVarargs
    private static <T> T oneOf(SplittableRandom random, T... things) {
        return things[random.nextInt(things.length)];
    }
}
