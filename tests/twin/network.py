"""The plain twin of src/value/network.cpp: one start and one route at a time, no batches, no packing.

    network.py WEIGHTS.safetensors STARTS.json

STARTS.json is a list of starts, each {"routes": [route, ...], "summary": [number, ...]}; a route is a list of its
customers' features. Prints the scores as a JSON list, (starts, outputs).
"""

import json
import math
import struct
import sys

import numpy
import torch
from torch.nn.functional import linear, relu


def read_weights(path):
    """The tensors of a safetensors file by name, and what it says of itself."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    about = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = numpy.frombuffer(data[begin:end], dtype="<f4").astype(numpy.float64)
        tensors[name] = torch.from_numpy(values).reshape(entry["shape"])
    return tensors, about


class Network:
    def __init__(self, path):
        self.tensors, about = read_weights(path)
        self.heads = int(about["heads"])
        hidden, inputs = int(about["hidden"]), self.tensors["lstm.forward.input"].shape[1]
        self.lstm = torch.nn.LSTM(inputs, hidden, bidirectional=True).double()
        parameters = dict(self.lstm.named_parameters())
        for direction, suffix in (("forward", ""), ("reverse", "_reverse")):
            parameters["weight_ih_l0" + suffix].data = self.tensors[f"lstm.{direction}.input"]
            parameters["weight_hh_l0" + suffix].data = self.tensors[f"lstm.{direction}.recurrent"]
            parameters["bias_ih_l0" + suffix].data = self.tensors[f"lstm.{direction}.bias"]
            parameters["bias_hh_l0" + suffix].data.zero_()

    def dense(self, name, values):
        return linear(values, self.tensors[name + ".weight"], self.tensors[name + ".bias"])

    def scaled(self, what, values):
        values = torch.tensor(values, dtype=torch.float64)
        return (values - self.tensors[f"scaling.{what}.mean"]) * self.tensors[f"scaling.{what}.scale"]

    def embed(self, route):
        stops = self.scaled("stop", route)
        _, (last, _) = self.lstm(stops.unsqueeze(1))  # (2, 1, hidden)
        return relu(self.dense("route", last.flatten()))

    def attend(self, routes):
        """(routes, embedding) -> (routes, attention)"""
        query, key, value = (self.dense("attention." + part, routes) for part in ("query", "key", "value"))
        width = query.shape[1] // self.heads
        mixed = []
        for head in range(self.heads):
            units = slice(head * width, (head + 1) * width)
            shares = torch.softmax(query[:, units] @ key[:, units].T / math.sqrt(width), dim=1)
            mixed.append(shares @ value[:, units])
        return torch.cat(mixed, dim=1)

    def score(self, start):
        routes = torch.stack([self.embed(route) for route in start["routes"]])
        attended = relu(self.dense("attended", self.attend(routes)))
        joined = torch.cat([attended.mean(dim=0), self.scaled("start", start["summary"])])
        return self.dense("score", relu(self.dense("dense", joined)))


def main():
    torch.set_num_threads(1)
    weights, starts = sys.argv[1:]
    network = Network(weights)
    with open(starts) as file, torch.no_grad():
        json.dump([network.score(start).tolist() for start in json.load(file)], sys.stdout)


main()
