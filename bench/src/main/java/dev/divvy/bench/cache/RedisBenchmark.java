package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.redis.RedisTools;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs redis-benchmark against one node and against redis-server. */
final class RedisBenchmark implements BenchmarkPart {

    private static final Pattern ROW = Pattern.compile("\"([^\"]+)\",\"([0-9.]+)\".*");
    private static final double GOAL = 1;

    private final CacheScale scale;

    RedisBenchmark(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) {
        try (ContestantProcesses processes = new ContestantProcesses()) {
            int redis = processes.redis();
            int mesh = Ports.free();
            int divvy = Integer.parseInt(processes
                    .jvm("node", CacheNodeProcess.class, Integer.toString(mesh))
                    .awaitOutput(OutputPrefix.PORT, 1)
                    .get(0));
            measure(report, 1, scale.requests(), divvy, redis);
            measure(report, 64, 10 * scale.requests(), divvy, redis);
        }
        report.note(
                "redis-benchmark: 64 clients, values of 100 bytes, 100,000 keys; each round measures Divvy, then Redis; MSET has 10 keys");
    }

    private void measure(Report report, int batch, int requests, int divvy, int redis) {
        String part = "redis-benchmark -P " + batch;
        List<Map<String, Double>> ours = new ArrayList<>();
        List<Map<String, Double>> theirs = new ArrayList<>();
        for (int round = 0; round <= scale.rounds(); round++) {
            report.progress(part + (round == 0 ? ", warming up" : ", round " + round + " of " + scale.rounds()));
            Map<String, Double> our = rates(divvy, batch, requests);
            Map<String, Double> their = rates(redis, batch, requests);
            if (round > 0) {
                ours.add(our);
                theirs.add(their);
            }
        }
        for (String test : ours.get(0).keySet()) {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < ours.size(); round++) {
                ratios.add(rate(ours.get(round), test) / rate(theirs.get(round), test));
            }
            Samples ratio = Samples.of(ratios);
            report.add(Figure.plain(part, test + ", Divvy", "/s", samples(ours, test)));
            report.add(Figure.plain(part, test + ", Redis", "/s", samples(theirs, test)));
            report.add(Figure.judged(part, test + ", Divvy / Redis", "", ratio, "at least 1", ratio.median() >= GOAL));
        }
    }

    private static Samples samples(List<Map<String, Double>> rounds, String test) {
        return Samples.of(rounds.stream().map(rates -> rate(rates, test)).toList());
    }

    private static double rate(Map<String, Double> rates, String test) {
        Double rate = rates.get(test);
        if (rate == null) {
            throw new IllegalStateException("redis-benchmark printed no result for " + test);
        }
        return rate;
    }

    private static Map<String, Double> rates(int port, int batch, int requests) {
        RedisTools.Result result = RedisTools.benchmark(
                port,
                "-t",
                "ping,set,get,incr,mset",
                "-c",
                "64",
                "-r",
                "100000",
                "-d",
                "100",
                "-n",
                Integer.toString(requests),
                "-P",
                Integer.toString(batch),
                "--csv");
        Map<String, Double> rates = new LinkedHashMap<>();
        for (String line : result.lines()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rates.put(row.group(1), Double.parseDouble(row.group(2)));
            }
        }
        if (result.exitCode() != 0 || rates.isEmpty()) {
            throw new IllegalStateException("redis-benchmark failed: " + result.text());
        }
        return rates;
    }
}
