package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule of the Distributor by scientificideas, which gives its tables: each unit has 50 points on a circle of MD5 hashes, and each service,
 * in the order of ids, takes its whole share at once: the units of the next points after its own hash. The shares are
 * {@code floor(units / services)}, at least one; the last service also takes the remainder.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC. Not BALANCED: the last of n services may have n - 1 units more than the others. Not MINIMAL: a service
 * that leaves shifts the choices of all later ones. Not COMPACT. Weights above 0 all count alike.
 *
 * <p>Cost: 50 hashes per unit and O(points log points), with twelve bytes per point that are kept until the units change; then O(points) with
 * four more.
 */
public final class WholeShares implements Allocator {

    private static final int POINTS = 50;

    /** The circle of the last request; the same units have the same one. */
    private volatile @Nullable Circle last;

    @Override
    public String name() {
        return "original";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] owners = request.emptyOwners();
        int[] services = request.eligible();
        int units = request.unpinned().count();
        if (services.length > 0 && units > 0) {
            Circle circle = circle(request.pieces(), request.unpinned());
            int share = Math.max(1, units / services.length);
            int remainder = units > services.length ? units % services.length : 0;
            FreeUnits free = new FreeUnits(circle, owners);
            for (int i = 0; i < services.length; i++) {
                int count = i == services.length - 1 ? share + remainder : share;
                int from = circle.after(request.roster().get(services[i]).id());
                free.take(from, Math.min(count, units - i * share), services[i]);
            }
        }
        return request.toDivision(owners);
    }

    private Circle circle(Pieces pieces, Runs units) {
        Circle known = last;
        if (known == null || known.pieces != pieces || !known.units.equals(units)) {
            known = Circle.of(pieces, units);
            last = known;
        }
        return known;
    }

    /**
     * The points of all units in ascending order. A position is the first half of an MD5 hash, read as the other Distributor does: as a signed
     * number, the lowest byte first. Only if two positions are equal, which is unlikely, does it compare the second halves too.
     */
    private static final class Circle {

        private final Pieces pieces;
        private final Runs units;
        private final long[] positions;
        private final int[] unitAt;

        private Circle(Pieces pieces, Runs units, long[] positions, int[] unitAt) {
            this.pieces = pieces;
            this.units = units;
            this.positions = positions;
            this.unitAt = unitAt;
        }

        static Circle of(Pieces pieces, Runs units) {
            int[] numbers = units.pieces();
            long[] unsorted = new long[numbers.length * POINTS];
            MessageDigest md5 = md5();
            for (int i = 0; i < unsorted.length; i++) {
                unsorted[i] = position(md5, pieces.name(numbers[i / POINTS]) + "-" + i % POINTS);
            }
            long[] sorted = unsorted.clone();
            Arrays.sort(sorted);
            int[] unitAt = new int[sorted.length];
            for (int i = 0; i < unsorted.length; i++) {
                unitAt[Arrays.binarySearch(sorted, unsorted[i])] = numbers[i / POINTS];
            }
            return new Circle(pieces, units, sorted, unitAt);
        }

        private static long position(MessageDigest md5, String name) {
            byte[] hash = md5.digest(name.getBytes(StandardCharsets.UTF_8));
            long position = 0;
            for (int i = Long.BYTES - 1; i >= 0; i--) {
                position = position << Byte.SIZE | (hash[i] & 0xff);
            }
            return position;
        }

        private static MessageDigest md5() {
            try {
                return MessageDigest.getInstance("MD5");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has MD5", e);
            }
        }

        /** Returns the index of the first point after the hash of a service. */
        int after(String service) {
            int found = Arrays.binarySearch(positions, position(md5(), service));
            return (found < 0 ? -1 - found : found + 1) % unitAt.length;
        }
    }

    /** The units without an owner; stretches of the circle that are known to be taken are skipped in one step. */
    private static final class FreeUnits {

        private final int[] unitAt;
        private final int[] owners;
        private final int[] steps;

        FreeUnits(Circle circle, int[] owners) {
            this.unitAt = circle.unitAt;
            this.owners = owners;
            this.steps = new int[unitAt.length];
            for (int i = 0; i < steps.length; i++) {
                steps[i] = (i + 1) % steps.length;
            }
        }

        /** Gives a service the next units from this point on. So many must be free. */
        void take(int from, int count, int service) {
            int at = from;
            for (int left = count; left > 0; left--) {
                at = next(at);
                owners[unitAt[at]] = service;
            }
        }

        private int next(int from) {
            int free = from;
            while (owners[unitAt[free]] != Division.NO_MEMBER) {
                free = steps[free];
            }
            for (int index = from, following; index != free; index = following) {
                following = steps[index];
                steps[index] = free;
            }
            return free;
        }
    }
}
